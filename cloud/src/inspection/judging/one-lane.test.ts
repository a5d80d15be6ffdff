import type { Report } from "@container-inspection/shared-schemas/reports";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { drawJpeg, edgeSender } from "../../intake/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { countStatistics } from "../statistics/count-store.ts";

const cloud = await createTestApp();
const edge = edgeSender(cloud);
const [sue, sam, admin] = [
  await cloud.signIn("supervisor"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("admin"),
];
const as = async (user: typeof sue, method: string, url: string, body?: unknown) =>
  (await cloud.send(method, `/v1${url}`, { body, headers: user.authorization })).body.data;
await as(admin, "PUT", "/admin/cameras/yard-1", { name: "Yard", view: "exterior" });
const image = (await drawJpeg()).toString("base64");

const goods = {
  coffee: { description: "Green coffee", hsCode: "090111", packageCode: "SA", numberOfPackages: 20 },
  sealed: { description: "Green coffee", hsCode: "090111", packageCode: "SA", numberOfPackages: 20, sealNumber: "HLG5512345" },
  vague: { description: "General cargo" },
  car: { description: "Used car", hsCode: "870323", packageCode: "VN", numberOfPackages: 1 },
}; // prettier-ignore
const objects = {
  sack: { class_name: "sack", confidence: 0.9, area_percentage: 2, quantity: 12 },
  vehicle: { class_name: "vehicle", confidence: 0.95, area_percentage: 20 },
  seal: { class_name: "seal", confidence: 0.95, text: "MLCN889001" },
  placard: { class_name: "placard class 3", confidence: 0.95 },
  hole: { class_name: "hole", confidence: 0.8, area_percentage: 3 },
  rust: { class_name: "scratch", confidence: 0.7, area_percentage: 3 },
  firearm: { class_name: "firearm", confidence: 0.9, area_percentage: 3 },
};
const kinds = ["category", "defect", "illegal"] as const;
const oneOf = <Name extends string>(named: Record<Name, unknown>) => fc.constantFrom(...Object.keys(named)) as fc.Arbitrary<Name>; // prettier-ignore

/** One change of a visit, by the route that makes it. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("scan" as const), kind: fc.constantFrom(...kinds), shows: fc.array(oneOf(objects), { maxLength: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("declare" as const), goods: oneOf(goods), status: fc.constantFrom("VALIDATED", "DRAFT", "REJECTED") }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("amend" as const), goods: oneOf(goods), status: fc.constantFrom("VALIDATED", "REJECTED") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("review" as const), verdict: fc.constantFrom("rejected", "confirmed", "corrected") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("decide" as const), decision: fc.constantFrom("clear", "hold", "inspect") }) },
  fc.record({ do: fc.constantFrom("detach" as const, "delete" as const, "renumber" as const, "merge" as const, "photo" as const, "identify" as const, "visit" as const) }),
); // prettier-ignore
type Step = typeof step extends fc.Arbitrary<infer Made> ? Made : never;

let made = 0;
type Played = {
  id: string;
  number: string;
  manifestId?: string | undefined;
  /** The lane in the reply to a scan. */
  replied?: string | null;
};

async function scan(number: string, kind: (typeof kinds)[number], shows: readonly (keyof typeof objects)[]) {
  cloud.advanceMs(60_000);
  const camera_id = kind === "defect" ? "yard-1" : "gate-1";
  const timestamp = new Date(cloud.parts.nowMs()).toISOString();
  const body = { detections: shows.map((name) => objects[name]), image, camera_id, device_id: "box", timestamp };
  return (await edge.write(`scans/${kind}`, number, body)).body.data;
}

async function play(played: Played, one: Step): Promise<Played> {
  const { id, number, manifestId } = played;
  const { container } = await as(sue, "GET", `/containers/${id}/report`);
  const attachedId = container.manifestId ?? manifestId;
  switch (one.do) {
    case "scan": {
      const { visitLane, containerId } = await scan(number, one.kind, one.shows);
      return { ...played, id: containerId, replied: visitLane };
    }
    case "declare": {
      made += 1;
      const bill = { billOfLading: `BL-${made}`, declaredGoods: [goods[one.goods]], status: one.status };
      return { ...played, manifestId: (await as(sue, "POST", "/manifests", { containerNumber: number, ...bill })).id };
    }
    case "amend":
      if (attachedId)
        await as(sue, "PUT", `/manifests/${attachedId}`, { declaredGoods: [goods[one.goods]], status: one.status });
      return played;
    case "review": {
      const { items } = await as(sue, "GET", `/containers/${id}/scans`);
      const shown = items.find(({ detections }: { detections: unknown[] }) => detections.length > 0);
      const className = one.verdict === "corrected" ? "vehicle" : undefined;
      if (shown)
        await as(sue, "PUT", `/containers/${id}/scans/${shown.id}/detections/0/verdict`, { verdict: one.verdict, className }); // prettier-ignore
      return played;
    }
    case "decide": {
      const { items } = await as(sue, "GET", `/escalations?containerId=${id}&state=OPEN`);
      if (items[0]) {
        const body = { decision: one.decision, reason: "Looked at" };
        // The user who held a container may not clear it.
        for (const user of [sue, sam]) await as(user, "POST", `/escalations/${items[0].id}/resolve`, body);
      }
      return played;
    }
    case "detach":
      await as(sue, "DELETE", `/containers/${id}/manifest`);
      return played;
    case "delete":
      if (attachedId) await as(sue, "DELETE", `/manifests/${attachedId}`);
      return { ...played, manifestId: undefined };
    case "renumber": {
      made += 1;
      await as(sue, "PUT", `/containers/${id}/container-number`, { containerNumber: `LANE-${made}-B` });
      return { ...played, number: (await as(sue, "GET", `/containers/${id}`)).containerNumber };
    }
    case "merge": {
      made += 1;
      const { containerId } = await scan(`LANE-${made}-C`, "category", ["vehicle"]);
      await as(sue, "POST", `/containers/${containerId}/merge`, { intoContainerId: id });
      return played;
    }
    case "photo":
      await edge.write("evidence", number, { image, size_type: "45R1" });
      return played;
    case "identify":
      await edge.identify({ container_number: number, size_type: "22G1" });
      return played;
    case "visit":
      await as(sue, "POST", `/containers/${id}/visits`);
  }
  return played;
}

/** The lane of a report, from its findings. */
function laneOf({ findings, manifestMatch, scans }: Pick<Report, "findings" | "manifestMatch" | "scans">) {
  const cargo = findings.filter(({ lane }) => lane !== "documents");
  const has = (severity: string) => cargo.some((finding) => finding.severity === severity);
  if (has("critical")) return "red";
  if (has("warning")) return "yellow";
  const isPictured = Object.values(scans).some((one) => one !== null);
  return isPictured ? (manifestMatch?.lane ?? null) : null;
}

/** The lane that each reader shows. */
async function lanesOf(id: string, number: string) {
  const asked = `q=${encodeURIComponent(number)}`;
  const listedIn = async (lane: string) => {
    const { items } = await as(sue, "GET", `/containers?${asked}&verdict=${lane}`);
    return items.some((one: { id: string }) => one.id === id) ? [lane] : [];
  };
  const report = await as(sue, "GET", `/containers/${id}/report`);
  const { facets } = await as(sue, "GET", `/containers/facets?${asked}`);
  const listed = (await Promise.all(["green", "yellow", "red"].map(listedIn))).flat();
  return {
    list: listed[0] ?? null,
    facet: facets.verdict[0]?.value ?? null,
    page: (await as(sue, "GET", `/containers/${id}`)).visit.lane,
    report: report.container.visit.lane,
    findings: laneOf(report),
    isPictured: Object.values(report.scans).some((one) => one !== null),
    status: report.container.status,
  };
}

const honest: Step[] = [
  { do: "declare", goods: "coffee", status: "VALIDATED" },
  { do: "scan", kind: "category", shows: ["sack"] },
];
const changes = fc.array(step, { minLength: 2, maxLength: 6 });
const visits = fc.tuple(fc.constantFrom([], honest), changes).map((both) => both.flat());
const seen = new Set<string | null>();

test.each([1, 2, 3, 4, 5])("after each change of a visit, list, facet, page and report show one lane: that of its findings (part %i)", async (seed) => {
  await fc.assert(
    fc.asyncProperty(visits, async (steps) => {
      made += 1;
      const number = `LANE-${made}-A`;
      let played: Played = { number, id: (await as(sue, "POST", "/containers", { containerNumber: number })).id };
      for (const one of steps) {
        const { replied, ...now } = await play(played, one);
        played = now;
        const { status, isPictured, ...lanes } = await lanesOf(played.id, played.number);
        const { findings: lane } = lanes;
        expect({ after: one, ...lanes }).toEqual({ after: one, list: lane, facet: lane, page: lane, report: lane, findings: lane });
        // A verdict of a reviewer changes no status; the next scan does.
        const escalates = one.do === "scan" || !steps.some((other) => other.do === "review");
        const isUnseen = lane === "red" && isPictured && escalates && status === "SCANNED";
        expect({ after: one, isUnseen }).toEqual({ after: one, isUnseen: false });
        expect({ after: one, replied }).toEqual({ after: one, replied: one.do === "scan" ? lane : undefined });
        seen.add(lane);
      }
    }),
    { numRuns: 4, seed },
  );
}); // prettier-ignore

test("these visits were in every lane, and the statistics count the lanes that they have now", async () => {
  expect(seen).toEqual(new Set(["green", "yellow", "red", null]));
  await countStatistics(cloud.parts.db);
  const day = 86_400_000;
  const [from, to] = [-3 * day, day].map((ms) => new Date(cloud.parts.nowMs() + ms).toISOString());
  const { verdicts } = (await as(admin, "GET", `/statistics?from=${from}&to=${to}&bucket=day`)).total;
  const { rows } = await cloud.parts.db.execute<{ lane: string; count: number }>(
    `select lane, count(*)::int as count from visits v join containers c on c.id = v.container_id and c.deleted_at is null
     where lane is not null and joined_into_id is null and not (opened_by = 'edge' and last_write_at is null) group by lane`,
  );
  expect(verdicts).toEqual(Object.fromEntries(rows.map(({ lane, count }) => [lane, count])));
});
