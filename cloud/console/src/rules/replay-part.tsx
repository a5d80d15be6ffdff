import type { Replay } from "@container-inspection/shared-schemas/replays";
import type { NumberedRuleSet } from "@container-inspection/shared-schemas/rule-sets";
import { t } from "@lingui/core/macro";
import { isRefusal, problemOf } from "../api/api-error.ts";
import { useIsAdmin } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { Problem } from "../ui/problem.tsx";
import { ReplayChanges } from "./replay-changes.tsx";
import { MOST_DAYS, ReplayForm } from "./replay-form.tsx";
import { ReplayTables } from "./replay-tables.tsx";
import { startReplay, useReplay } from "./rules-api.ts";

/** The last replay of a rule set over stored visits, and the form that starts one. */
export function ReplayPart({ ruleSet: { version, state } }: { ruleSet: NumberedRuleSet }) {
  const { data: replay, error } = useReplay(version);
  const isAdmin = useIsAdmin();
  const isMissing = isRefusal(error, 404);
  return (
    <>
      <h3>{t`Replay over stored visits`}</h3>
      {error && !isMissing && <Problem text={problemOf(error)} />}
      {replay && !isMissing ? <ReplayState replay={replay} /> : <p className="faint">{t`Not replayed yet.`}</p>}
      {isAdmin && state === "candidate" && replay?.state !== "running" && <StartReplay version={version} />}
    </>
  );
}

function ReplayState({ replay: { state, days, progress, failure, result, base, ruleSetVersion } }: { replay: Replay }) {
  return (
    <>
      <p role="status">
        {state === "running" && t`${progress.visits} of ${progress.of} visits of the last ${days} days are judged.`}
        {state === "finished" &&
          t`${progress.of} visits of the last ${days} days, compared with rule set ${base.ruleSetVersion}.`}
        {state === "failed" &&
          (failure === null
            ? t`The replay failed: its cause is in the log of the service`
            : t`The replay failed: ${failure}`)}
      </p>
      {result && <ReplayTables result={result} />}
      {result && <ReplayChanges version={ruleSetVersion} />}
    </>
  );
}

function StartReplay({ version }: { version: number }) {
  const { write, busy, problem } = useWrite(startReplay, ["replay"]);
  return (
    <ReplayForm
      label={t`Days`}
      usualDays={MOST_DAYS}
      action={t`Start replay`}
      rank="quiet"
      disabled={busy}
      problem={problem}
      run={(days) => void write({ version, days })}
    />
  );
}
