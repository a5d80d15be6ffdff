import { useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../shell/announcer.tsx";
import { Problem } from "../ui/problem.tsx";
import type { ContainerFilter } from "./containers-api.ts";
import { exportCsv } from "./export-csv.ts";

/** Exports all containers that the filter shows, not only this page of them. */
export function ExportButton({ filter }: { filter: ContainerFilter }) {
  const [outcome, setOutcome] = useState<string>();
  const { write, busy, problem } = useWrite(exportCsv);
  const run = () =>
    write(filter, ({ rows, isComplete }) => {
      const text = `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"} exported${isComplete ? "" : "; narrow the list for the others"}`;
      setOutcome(text);
      announce(text);
    });
  return (
    <span className="export push">
      <Problem text={problem} />
      {!problem && outcome && <span className="faint small">{outcome}</span>}
      <button type="button" className="quiet" disabled={busy} onClick={() => void run()}>
        {busy ? "Exporting …" : "Export CSV"}
      </button>
    </span>
  );
}
