# Sets jdk to a JDK 25 or newer that has the program $needed: JAVA_HOME, that of the PATH, or one in the usual folders. It is empty if there
# is none. The files tornado-sort, mvnw and benchmarks/run run this.
jdk=$(
    set +f
    on_path() {
        program=$(command -v "$1") && dirname -- "$(dirname -- "$(readlink -f -- "$program")")"
    }
    for folder in "${JAVA_HOME:-}" "$(on_path "$needed")" "$(on_path java)" \
        /usr/lib/jvm/* "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* /opt/* \
        /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/*/opt/openjdk/libexec/openjdk.jdk/Contents/Home; do
        [ -x "$folder/bin/$needed" ] && [ -r "$folder/release" ] || continue
        version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$folder/release")
        if [ "${version:-0}" -ge 25 ]; then
            printf '%s\n' "$folder"
            break
        fi
    done
)
