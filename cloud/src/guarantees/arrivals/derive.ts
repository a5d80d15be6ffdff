import { sql } from "drizzle-orm";
import type { fleetOf } from "../../fleet/edge-devices/testing.ts";
import { countStatistics } from "../../inspection/statistics/count-store.ts";
import type { TestApp } from "../../testing/app.ts";
import type { Story } from "./story.ts";

type Finding = {
  rule: string;
  severity: string;
  className?: string;
  grounds?: string;
  evidence?: { scanId: string }[];
  decided?: { decision: string };
};
type Visit = {
  number: number;
  openedAt: string;
  lastWriteAt: string;
  status: string;
  decision: unknown;
  isCurrent: boolean;
  manifestIds: string[];
};

/** Everything that is derived from the records of a story, with the names of its records in place of ids and times. */
export async function derive(story: Story, cloud: TestApp, fleet: Awaited<ReturnType<typeof fleetOf>>) {
  const { known, names, owner, gate, apiKey, number, as, hoursAgo } = story;
  const read = async (url: string) => (await as("GET", url)).body.data;
  const nameOf = (id: string | undefined) => names.get(id ?? "") ?? id ?? null;
  const findingOf = ({ rule, severity, className, grounds, evidence = [], decided }: Finding) => ({
    rule,
    severity,
    className,
    ruleSet: grounds?.match(/rule set \d+/)?.[0],
    evidence: evidence.map(({ scanId }) => nameOf(scanId)),
    // A decision does not cover findings that arrive after it, unless they show the same objects again.
    decision: className === "firearm" ? decided?.decision : undefined,
  });
  const place = `/containers/${known.containerId}`;
  const container = await read(place);
  const visits: Visit[] = (await read(`${place}/visits`)).items.toSorted((one: Visit, other: Visit) =>
    one.openedAt < other.openedAt ? -1 : 1,
  );
  const reports = [];
  for (const visit of visits) {
    const report = await read(`${place}/report?visit=${visit.number}`);
    const { scans, manifestMatch } = report;
    reports.push({
      opened: hoursAgo(visit.openedAt),
      last: hoursAgo(visit.lastWriteAt),
      visit: [visit.status, visit.decision, visit.isCurrent, visit.manifestIds.length],
      verdict: report.verdict,
      reasons: report.reasons.map(({ rule }: Finding) => rule),
      findings: report.findings.map(findingOf),
      match: manifestMatch && [manifestMatch.score, manifestMatch.lane, manifestMatch.ruleSet],
      scans: [scans.category, scans.defect, scans.illegal].map((scan) => nameOf(scan?.id)),
      escalations: report.escalations.length,
      timeline: report.timeline
        .filter(({ event }: { event: string }) => ["scanned", "evidence-added"].includes(event))
        .map(({ at, subjectId }: { at: string; subjectId: string }) => [hoursAgo(at), nameOf(subjectId)]),
    });
  }
  const escalations = (await read(`/escalations?containerId=${known.containerId}`)).items;
  const listed = (await read(`/containers?ownerId=${owner.id}&sort=lastActivity`)).items;
  const { facets } = await read(`/containers/facets?ownerId=${owner.id}`);
  await countStatistics(cloud.parts.db);
  const { rows: statistics } = await cloud.parts.db.execute(sql`
    select kind, name, replace(camera_id, ${gate}, 'gate') as camera, sum(count)::int as count from statistics
    where owner_id = ${owner.id} group by 1, 2, 3 order by 1, 2, 3`);
  const { verdicts } = (await fleet.edge(apiKey, "GET", "/v1/edge/verdicts")).body.data;
  const drift = (await read(`/cameras/${gate}/drift`)).drift;
  const [plain, withGate] = [
    (text: string) => text.replace(number, "STORY"),
    (text: string) => text.replace(gate, "gate"),
  ];
  return {
    container: [
      container.status,
      container.sizeType,
      hoursAgo(container.visit.openedAt),
      nameOf(container.categoryScan.scanId),
    ],
    scans: (await read(`${place}/scans`)).items.map(({ id }: { id: string }) => nameOf(id)).toSorted(),
    reports,
    escalations: escalations.map(({ state, decision, findings }: { state: string; decision: string; findings: Finding[] }) => [
      state, decision, findings.map(({ className }) => className),
    ]), // prettier-ignore
    list: listed.map(({ containerNumber, status }: Record<string, string>) => [plain(containerNumber ?? ""), status]),
    facets: JSON.parse(withGate(JSON.stringify({ ...facets, laneId: [] }))),
    statistics,
    gate: verdicts.map((one: Record<string, string>) => [
      plain(one["containerNumber"] ?? ""), one["verdict"], nameOf(one["scanId"]), hoursAgo(one["takenAt"] ?? ""),
    ]), // prettier-ignore
    drift: drift?.measures.map(({ measure }: { measure: string }) => measure),
  };
}
