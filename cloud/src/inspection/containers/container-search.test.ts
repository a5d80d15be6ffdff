import { describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";

const cloud = await createTestApp();
const { scan, write } = edgeSender(cloud);
const boss = await cloud.signIn("supervisor");
const other = await cloud.signIn("supervisor");
const admin = await cloud.signIn("admin");

const as = async (method: string, path: string, body?: unknown, user: TestUser = boss) => {
  const reply = await cloud.send(method, `/v1${path}`, { body, headers: user.authorization });
  expect([path, reply.status < 300, reply.body]).toEqual([path, true, expect.anything()]);
  return reply.body.data;
};
const scanned = async (number: string, changes: Record<string, unknown> = {}): Promise<string> =>
  (await scan(number, await scanBody(changes))).body.data.containerId;
const declare = (containerNumber: string, billOfLading: string, description: string) =>
  as("POST", "/manifests", { containerNumber, billOfLading, declaredGoods: [{ description }] });
const found = async (text: string, rest = "", user?: TestUser): Promise<string[]> => {
  const orders = ["lastActivity", "created"].map(async (sort) => {
    const query = new URLSearchParams({ search: text, sort });
    const { items } = await as("GET", `/containers?${query.toString()}&${rest}`, undefined, user);
    return items.map((item: { containerNumber: string }) => item.containerNumber).sort();
  });
  const [byActivity, byCreation] = await Promise.all(orders);
  expect(byActivity).toEqual(byCreation);
  return byActivity ?? [];
};

describe("a search finds containers", () => {
  test("by number, bill of lading and goods, in any case, also of further manifests and of earlier visits", async () => {
    const id = await scanned("S 1");
    await declare("S 1", "HLCUHAM2611", "Coffee beans, washed");
    await scanned("S 2");
    await declare("S 2", "MAEU77", "Käse");
    expect(await found("s 1")).toEqual(["S 1"]);
    expect(await found("s")).toEqual(["S 1", "S 2"]);
    expect(await found("hlcuham")).toEqual(["S 1"]);
    expect(await found("EU7")).toEqual(["S 2"]);
    expect(await found("BEANS, w")).toEqual(["S 1"]);
    expect(await found("äs")).toEqual(["S 2"]);
    expect(await found("%")).toEqual([]);
    expect(await found("coffee", "status=SCANNED")).toEqual(["S 1"]);
    expect(await found("coffee", "status=HELD")).toEqual([]);
    const beside = await as("POST", "/manifests", { billOfLading: "HLCUHAM2612", declaredGoods: [{ description: "Paper filters" }] }); // prettier-ignore
    await as("PUT", `/containers/${id}/manifests/${beside.id}`);
    expect(await found("filters")).toEqual(["S 1"]);
    await as("POST", `/containers/${id}/visits`, {});
    expect((await as("GET", `/containers/${id}`)).manifestIds).toEqual([]);
    expect(await found("filters")).toEqual(["S 1"]);
    expect(await found("HLCUHAM26")).toEqual(["S 1"]);
  });

  test("by the reasons of an escalation and of its decision", async () => {
    const id = await scanned("R 1");
    const { id: escalationId } = await as("POST", `/containers/${id}/escalate`, { reason: "The seal is broken" });
    expect(await found("SEAL")).toEqual(["R 1"]);
    await as(
      "POST",
      `/escalations/${escalationId}/resolve`,
      { decision: "clear", reason: "Replaced at gate 4" },
      other,
    );
    expect(await found("replaced at")).toEqual(["R 1"]);
  });

  test("that the operator who searches owns", async () => {
    const ann = await cloud.signIn("operator");
    const id = await scanned("O 1");
    await declare("O 1", "OWN1", "Bananas");
    expect(await found("banana", "", ann)).toEqual([]);
    await as("PUT", `/containers/${id}/owner`, { email: ann.email });
    expect(await found("banana", "", ann)).toEqual(["O 1"]);
  });

  test("page by page, each once, whatever it was found by", async () => {
    for (const index of [1, 2, 3]) {
      await scanned(`P ${index} gravel`);
      await declare(`P ${index} gravel`, `GRAVEL${index}`, "Gravel");
    }
    const pages: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page = `/containers?search=gravel&sort=lastActivity&limit=1${cursor && `&cursor=${cursor}`}`;
      const { items, nextCursor }: { items: { containerNumber: string }[]; nextCursor: string | null } = await as("GET", page); // prettier-ignore
      pages.push(...items.map((item) => item.containerNumber));
      cursor = nextCursor;
    }
    expect(pages).toEqual(["P 3 gravel", "P 2 gravel", "P 1 gravel"]);
  });
});

describe("the facets of a list", () => {
  const facets = async (query: string, user?: TestUser) => as("GET", `/containers/facets?${query}`, undefined, user);
  const of = (values: { value: string; count: number }[]) => values.map(({ value, count }) => [value, count]);

  test("count its containers, each facet without itself", async () => {
    const plan = { sites: [{ name: "Port", lanes: [{ name: "Lane 1" }] }] };
    const { sites } = await as("PUT", "/admin/topology", plan, admin);
    const { id: laneId } = sites[0].lanes[0];
    await as("PUT", "/admin/cameras/gate-1", { name: "Gate 1", laneId }, admin);
    const sack = { class_name: "sack", confidence: 0.9, area_percentage: 5 };
    const dent = await scanBody({ detections: [{ ...sack, class_name: "dent" }], camera_id: "gate-2" });
    await scanned("F 1", { detections: [sack], camera_id: "gate-1", size_type: "22G1" });
    await scanned("F 2", { detections: [sack], camera_id: "gate-2", size_type: "45R1" });
    await write("scans/defect", "F 2", dent);
    const id = await scanned("F 3", { detections: [sack], camera_id: "gate-2" });
    await as("POST", `/containers/${id}/escalate`, { reason: "Facet" });

    const { counted, isComplete, facets: all } = await facets("q=F");
    expect([counted, isComplete]).toEqual([3, true]);
    expect(of(all.status)).toEqual([["SCANNED", 2], ["ESCALATED", 1]]); // prettier-ignore
    expect(of(all.class)).toEqual([["sack", 3], ["dent", 1]]); // prettier-ignore
    expect(of(all.sizeType)).toEqual([["22G1", 1], ["45R1", 1]]); // prettier-ignore
    expect(all.cameraId).toEqual([
      { value: "gate-2", name: null, count: 2 },
      { value: "gate-1", name: "Gate 1", count: 1 },
    ]);
    expect(all.laneId).toEqual([{ value: laneId, name: "Lane 1", count: 1 }]);
    expect(all.verdict).toEqual([]);

    const escalated = await facets("q=F&status=ESCALATED&cameraId=gate-2");
    expect(escalated.counted).toBe(1);
    expect(of(escalated.facets.status)).toEqual([["ESCALATED", 1], ["SCANNED", 1]]); // prettier-ignore
    expect(of(escalated.facets.cameraId)).toEqual([["gate-2", 1]]);
    expect((await facets("search=facet")).counted).toBe(1);
    expect((await facets("q=F", await cloud.signIn("operator"))).counted).toBe(0);
    await declare("F 1", "F1", "Sacks of coffee");
    await scanned("F 1", { detections: [sack] });
    expect((await facets("q=F")).facets.verdict).toEqual([{ value: expect.any(String), name: null, count: 1 }]);
  });
});
