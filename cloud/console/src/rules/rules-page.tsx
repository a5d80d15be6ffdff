import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { isRefusal, problemOf } from "../api/api-error.ts";
import { useTopology } from "../cameras/cameras-api.ts";
import { PageTitle } from "../ui/page-title.tsx";
import { Notice } from "../ui/notice.tsx";
import { PageProblem } from "../ui/page-problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { RulePrecision } from "./rule-precision.tsx";
import { RuleSetCard } from "./rule-set-card.tsx";
import { RulesInForce } from "./rules-in-force.tsx";
import { useRulesInForce } from "./rules-api.ts";
import { RuleSetVersions } from "./versions.tsx";

const route = getRouteApi("/shell/rules");

/** The thresholds by which containers are judged: those in force, and how another admin's proposal changes them. */
export function RulesPage() {
  const { site, version } = route.useSearch();
  const { data: current, error } = useRulesInForce(site);
  if (isRefusal(error, 403)) return <PageProblem title={t`Only supervisors see the rules`} error={error} />;
  return (
    <div className="rules in-order">
      <div className="page-head">
        <PageTitle title={t`Rules`} />
        <SiteSelect />
      </div>
      {version !== undefined && <RuleSetCard key={version} version={version} />}
      {current && <RulesInForce key={site} current={current} siteId={site} />}
      {!current &&
        (error ? <Notice title={t`The rules cannot be shown`}>{problemOf(error)}</Notice> : <ListSkeleton />)}
      <RulePrecision />
      <RuleSetVersions />
    </div>
  );
}

function SiteSelect() {
  const { site } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: sites = [] } = useTopology();
  return (
    <select
      aria-label={t`Site`}
      value={site ?? ""}
      onChange={({ target }) => void navigate({ search: { site: target.value || undefined } })}
    >
      <option value="">{t`every site`}</option>
      {sites.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}
