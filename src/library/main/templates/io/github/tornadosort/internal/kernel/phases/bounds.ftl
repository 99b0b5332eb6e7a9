<#-- The bounds of the work-groups that sort buckets. -->
    /**
     * Finds the keys of each work-group of {@link #sort}, which sorts the buckets that begin among {@link
     * PassParameters#BUCKET_SPAN} keys. Work-groups of {@link GroupBuckets64#BOUNDS_WORK_ITEMS}, one per block, which share the
     * bounds. Reads some 40 keys per bound.
     *
     * @param bounds receives the index of the first bucket of each work-group, and {@code N} after the last
     * @param words receives, for each block, {@link SurveyWords#OVERFLOW}: 1 if it found a bucket of more than {@code capacity}
     *     keys, and 0 otherwise
     * @param capacity the largest number of keys that a work-group can sort; at least the span
     */
    public static void bounds(
            KernelContext context, LongArray keys, IntArray bounds, IntArray words, IntArray p, int kind, int capacity) {
        int[] overflows = context.allocateIntLocalArray(GroupBuckets64.BOUNDS_WORK_ITEMS);
        int item = context.localIdx;
        int block = context.groupIdx;
        int n = p.get(PassParameters.N);
        int span = p.get(PassParameters.BUCKET_SPAN);
        int low = p.get(PassParameters.BUCKET_SHIFT);
<@order/>
        int groups = (n + span - 1) / span;
        int stride = p.get(PassParameters.BLOCKS) * GroupBuckets64.BOUNDS_WORK_ITEMS;
        int overflow = 0;
        for (int group = block * GroupBuckets64.BOUNDS_WORK_ITEMS + item; group <= groups; group += stride) {
            // Find the end of the bucket of the key before: 7 keys divide the indices into 8 parts.
            int first = Math.min(group * span, n);
            int last = first + Math.min(capacity, n - first);
            long prefix = order(keys.get(Math.max(first - 1, 0)), kind, flip, bits) >> low;
            last = group == 0 ? 0 : last;
            while (first < last) {
                int step = (last - first + 7) / 8;
                int same = 0;
                for (int k = 1; k < 8; k++) {
                    long key = keys.get(Math.min(first + k * step, last) - 1);
                    same = same + ((order(key, kind, flip, bits) >> low) == prefix ? 1 : 0);
                }
                int next = first + same * step;
                last = same < 7 ? Math.min(next + step - 1, last) : last;
                first = Math.min(next, last);
            }
            bounds.set(group, first);
            // The bucket is too large if it also holds the key that is capacity keys before its last one.
            if (first > capacity) {
                long before = keys.get(first - 1 - capacity);
                overflow = overflow | ((order(before, kind, flip, bits) >> low) == prefix ? 1 : 0);
            }
        }
        overflows[item] = overflow;
        context.localBarrier();
        if (item == 0) {
            for (int k = 0; k < GroupBuckets64.BOUNDS_WORK_ITEMS; k++) {
                overflow = overflow | overflows[k];
            }
            words.set(block * SurveyWords.COUNT + SurveyWords.OVERFLOW, overflow);
        }
    }
