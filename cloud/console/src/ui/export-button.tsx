import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { announce } from "./announcer.tsx";
import type { Exported } from "./csv.ts";
import { Problem } from "./problem.tsx";

type Props = { run: () => Promise<Exported>; children?: string };

/** Exports all of a list as it is narrowed, not only the page that is shown. */
export function ExportButton({ run, children = t`Export CSV` }: Props) {
  const [outcome, setOutcome] = useState<string>();
  const { write, busy, problem } = useWrite(run);
  const start = () =>
    write(undefined, ({ rows, isComplete }) => {
      const exported = plural(rows, { one: "# row exported", other: "# rows exported" });
      const text = isComplete ? exported : `${exported}; ${t`narrow the list for the others`}`;
      setOutcome(text);
      announce(text);
    });
  return (
    <span className="export push">
      <Problem text={problem} />
      {!problem && outcome && <span className="faint small">{outcome}</span>}
      <button type="button" className="quiet" disabled={busy} onClick={() => void start()}>
        {busy ? t`Exporting …` : children}
      </button>
    </span>
  );
}
