import type { NumberedRuleSet } from "@container-inspection/shared-schemas/rule-sets";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { problemOf } from "../api/api-error.ts";
import { useIsAdmin, useMe } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { Differences } from "./differences.tsx";
import { announce } from "../ui/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { Notice } from "../ui/notice.tsx";
import { Problem } from "../ui/problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { ReplayPart } from "./replay-part.tsx";
import { settingDifferences } from "./rule-settings.ts";
import { activateRules, useRuleSet, withdrawRules } from "./rules-api.ts";
import { RuleSetChip } from "./versions.tsx";

const route = getRouteApi("/shell/rules");

/** One version: its changes, its replay results, and the actions available to admins. */
export function RuleSetCard({ version }: { version: number }) {
  const { site } = route.useSearch();
  const { data: ruleSet, error } = useRuleSet(version);
  if (error) return <Notice title={t`Rule set ${version} cannot be shown`}>{problemOf(error)}</Notice>;
  if (!ruleSet) return <ListSkeleton rows={2} />;
  const { state, note, proposedBy, hasMap } = ruleSet;
  return (
    <section className="card" aria-label={t`Rule set ${version}`}>
      <div className="card-head">
        <h2>
          {t`Rule set ${version}`} <RuleSetChip state={state} />
        </h2>
        <Link to="." search={{ site }} resetScroll={false}>{t`Close`}</Link>
      </div>
      <p className="faint">
        {proposedBy ? t`Proposed by ${proposedBy.email}` : t`Bundled with the service`}
        {note && (
          <>
            : <bdi>{note}</bdi>
          </>
        )}
      </p>
      <ChangesToBase ruleSet={ruleSet} />
      {hasMap && <p>{t`It also puts a category map in force.`}</p>}
      {proposedBy && <ReplayPart ruleSet={ruleSet} />}
      {state === "candidate" && <CandidateActions ruleSet={ruleSet} />}
    </section>
  );
}

function ChangesToBase({ ruleSet: { rules, baseVersion } }: { ruleSet: NumberedRuleSet }) {
  const { data: base, error } = useRuleSet(baseVersion ?? undefined);
  if (baseVersion === null) return null;
  if (error) return <Problem text={problemOf(error)} />;
  if (!base) return <ListSkeleton rows={2} />;
  const differences = settingDifferences(base.rules, rules);
  if (differences.length === 0) return <p>{t`Its settings are those of rule set ${baseVersion}.`}</p>;
  return (
    <>
      <h3>{t`Changes to rule set ${baseVersion}`}</h3>
      <Differences differences={differences} />
    </>
  );
}

function CandidateActions({ ruleSet: { version, proposedBy } }: { ruleSet: NumberedRuleSet }) {
  const { data: me } = useMe();
  const isAdmin = useIsAdmin();
  const activation = useWrite(activateRules, ["rules", "category-map", "container"]);
  const withdrawal = useWrite(withdrawRules, ["rules"]);
  if (!isAdmin) return <p className="faint">{t`An administrator puts it in force.`}</p>;
  const isOwn = proposedBy?.id === me?.id;
  const activate = async () => {
    const text = t`Every container is judged by it from now on. Decisions keep the rules that they were taken under.`;
    if (await confirm({ title: t`Put rule set ${version} in force?`, text, action: t`Put in force` }))
      await activation.write(version, () => announce(t`Rule set ${version} is in force`));
  };
  const withdraw = async () => {
    const text = t`It stays in the list, and can no longer be put in force.`;
    if (await confirm({ title: t`Withdraw rule set ${version}?`, text, action: t`Withdraw` }))
      await withdrawal.write(version, () => announce(t`Rule set ${version} withdrawn`));
  };
  return (
    <>
      {isOwn && <p className="faint">{t`You proposed it, so another administrator must put it in force.`}</p>}
      <Problem text={activation.problem ?? withdrawal.problem} />
      <div className="device-actions">
        {!isOwn && (
          <button type="button" disabled={activation.busy} onClick={() => void activate()}>
            <Trans>Put in force</Trans>
          </button>
        )}
        <button type="button" className="quiet" disabled={withdrawal.busy} onClick={() => void withdraw()}>
          <Trans>Withdraw</Trans>
        </button>
      </div>
    </>
  );
}
