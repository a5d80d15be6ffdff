import type { Replay } from "@container-inspection/shared-schemas/replays";
import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { formatNumber } from "../ui/format.ts";
import { ChangeList } from "./replay-changes.tsx";
import { ReplayForm } from "./replay-form.tsx";
import { ReplayTables } from "./replay-tables.tsx";
import { replayDraft } from "./rules-api.ts";
import { withLabels } from "./setting-labels.ts";

const USUAL_DAYS = 7;

type Props = {
  /** The rule set in force that the edited rules are to replace. */
  version: number;
  siteId: string | undefined;
  /** Returns the rules as they are edited. */
  rules: () => RuleSet;
  /** Changes with the edited rules: a result is of those it was made with. */
  edition: string;
  disabled: boolean;
};

/** The effect of edited rules on the last visits, shown before they are proposed. */
export function DraftReplay({ version, siteId, rules, edition, disabled }: Props) {
  const [made, setMade] = useState<{ edition: string; replay: Replay }>();
  const { write, busy, problem } = useWrite(replayDraft, []);
  const run = (days: number) =>
    void write({ version, days, siteId, rules: rules() }, (replay) => {
      setMade({ edition, replay });
      announce(changedText(replay));
    });
  return (
    <section aria-label={t`Effect of the changes`} className="draft-replay">
      <ReplayForm
        label={t`Replay over the last days:`}
        usualDays={USUAL_DAYS}
        action={busy ? t`Replaying…` : t`Show the effect`}
        disabled={busy || disabled}
        problem={problem && withLabels(problem.replaceAll("draft.rules.", "rules."))}
        run={run}
      />
      {made && made.edition !== edition && (
        <p className="faint">{t`The settings have changed since the last replay. Replay them again.`}</p>
      )}
      {made?.edition === edition && <Effect replay={made.replay} />}
    </section>
  );
}

function Effect({ replay }: { replay: Replay }) {
  const { progress, days, result, changes = [] } = replay;
  const [judged, all] = [formatNumber(progress.visits), formatNumber(progress.of)];
  return (
    <>
      <p role="status">
        <strong>{changedText(replay)}</strong>{" "}
        <span className="faint">
          {progress.visits < progress.of
            ? t`Judged were the newest ${judged} of ${all} visits of the last ${days} days.`
            : t`Judged were all ${all} visits of the last ${days} days.`}
        </span>
      </p>
      {result && result.visits > 0 && <ReplayTables result={result} />}
      <h3>{t`Visits judged differently`}</h3>
      <ChangeList changes={changes} />
    </>
  );
}

/** The number of visits whose lane differs. */
function changedText({ result }: Replay): string {
  const lanes = result?.lanes ?? [];
  const changed = lanes.filter(({ from, to }) => from !== to).reduce((sum, { visits }) => sum + visits, 0);
  return changed === 0
    ? t`No visit changes its lane.`
    : plural(changed, { one: "# visit changes its lane.", other: "# visits change their lane." });
}
