package io.github.tornadosort.bench;

import io.github.tornadosort.bench.Results.BarResult;
import io.github.tornadosort.bench.Results.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What papers claim, and what was measured here. */
final class ClaimTable {
    private final List<Claim> claims;
    private final List<Results> machines;

    /** @param all the results of all machines; those without evidence for a claim have no column */
    ClaimTable(List<Claim> claims, List<Results> all) {
        this.claims = claims;
        this.machines = all.stream()
                .filter(results -> claims.stream().flatMap(claim -> claim.evidence().stream())
                        .anyMatch(one -> runs(results, one).findAny().isPresent()))
                .toList();
    }

    /** Returns a Markdown table with one row per claim and one column per machine. */
    String summary() {
        String columns = machines.stream().map(results -> device(results) + " | ").collect(Collectors.joining());
        StringBuilder rows = new StringBuilder();
        for (Claim claim : claims) {
            String figures = machines.stream()
                    .map(results -> Tables.shortVerdict(claim, claim.evidence().stream()
                            .flatMap(one -> runs(results, one).map(run -> claim.evaluate(one, run)))
                            .filter(result -> result.figure() != null)
                            .toList()) + " |")
                    .collect(Collectors.joining(" "));
            rows.append(Tables.shortRow(claim, figures)).append('\n');
        }
        return "| paper | claim | claimed | " + columns.strip() + "\n|---|---|---|" + "---|".repeat(machines.size()) + "\n"
                + rows;
    }

    /** Returns the text of the page with all figures. */
    String evidence() {
        List<String> lines = new ArrayList<>(List.of("# Evidence for the papers' claims", "", Tables.CLAIM_HEADER));
        for (Claim claim : claims) {
            for (Claim.Evidence one : claim.evidence()) {
                List<String> rows = machines.stream()
                        .flatMap(results -> runs(results, one).map(run -> row(claim, one, run, device(results))))
                        .toList();
                lines.addAll(rows.isEmpty() ? List.of(Tables.row(claim, one)) : rows);
            }
        }
        return String.join("\n", lines) + "\n";
    }

    private static String row(Claim claim, Claim.Evidence one, Run run, String machine) {
        BarResult result = claim.evaluate(one, run);
        return Tables.row(claim, one, result, machine);
    }

    private static String device(Results results) {
        return results.machine().device();
    }

    /** Returns the runs of the suite that the evidence is from. */
    private static Stream<Run> runs(Results results, Claim.Evidence evidence) {
        return results.runs().stream().filter(run -> run.suite().equals(evidence.suite()));
    }
}
