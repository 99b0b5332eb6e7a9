package uk.ac.manchester.tornado.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Tests that the few stamps of an access history detect the same races as a list of all accesses. */
class AccessHistoryTest {
    /** The kinds of events in a launch with an array of one element. */
    enum Kind {
        READ,
        WRITE,
        BARRIER,
        GROUP
    }

    /** An event. The item is used for accesses only. */
    record Event(Kind kind, int item) {}

    /** An access that has been made. */
    private record Access(boolean writes, int group, int epoch, int item) {
        boolean races(Access other) {
            boolean ordered = group == other.group && (epoch != other.epoch || item == other.item);
            return (writes || other.writes) && !ordered;
        }
    }

    @Provide
    Arbitrary<List<Event>> events() {
        Arbitrary<Kind> kinds = Arbitraries.of(Kind.READ, Kind.READ, Kind.READ, Kind.WRITE, Kind.BARRIER, Kind.GROUP);
        return Combinators.combine(kinds, Arbitraries.integers().between(0, 3))
                .as(Event::new)
                .list()
                .ofMaxSize(30);
    }

    @Property(tries = 20_000)
    void detectsTheSameRacesAsAListOfAllAccesses(@ForAll("events") List<Event> events) {
        EpochClock clock = new EpochClock();
        AccessHistory history = new AccessHistory(1);
        clock.beginLaunch(events.size() + 1);
        history.begin(clock);
        clock.beginGroup();
        List<Access> all = new ArrayList<>();
        int group = 0;
        int epoch = 0;
        for (Event event : events) {
            if (event.kind() == Kind.BARRIER) {
                clock.passBarrier();
                epoch++;
            } else if (event.kind() == Kind.GROUP) {
                clock.beginGroup();
                group++;
            } else {
                clock.run(event.item());
                Access now = new Access(event.kind() == Kind.WRITE, group, epoch, event.item());
                boolean races = all.stream().anyMatch(now::races);
                assertThat(isRace(history, now)).as("%s after %s", now, all).isEqualTo(races);
                if (races) {
                    return; // the checked device would stop here
                }
                all.add(now);
            }
        }
    }

    /** Checks for a race, then records the access, in the order in which {@link CheckedArray} does both. */
    private static boolean isRace(AccessHistory history, Access now) {
        boolean race = history.racingWrite(0) != EpochClock.NEVER
                || now.writes() && history.racingRead(0) != EpochClock.NEVER;
        if (now.writes()) {
            history.write(0, 7);
        } else {
            history.read(0, 7);
        }
        return race;
    }
}
