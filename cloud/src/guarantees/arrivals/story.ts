import { createBox } from "../../intake/box-testing.ts";
import { drawJpeg, edgeSender, scanBody } from "../../intake/testing.ts";
import type { TestApp, TestUser } from "../../testing/app.ts";
import type { fleetOf } from "../../fleet/edge-devices/testing.ts";

const HOUR_MS = 3_600_000;
const carton = { class_name: "carton", confidence: 0.9, area_percentage: 12.5, quantity: 4 };
const weapon = { class_name: "weapon", confidence: 0.6, area_percentage: 3, quantity: 1 };
const outline = (left: number) => ({ x: [left, left + 30, left + 30, left], y: [10, 10, 40, 40] });
const firearm = (left: number) => ({ class_name: "firearm", confidence: 0.9, polygon: outline(left) });

/** A record of the story, or a user's action; it follows at least one step of each group in `after`. */
export type Step = { name: string; after?: readonly (readonly string[])[]; do: () => Promise<void> };

/** The parts that a story is made with. */
export type StoryParts = {
  cloud: TestApp;
  fleet: Awaited<ReturnType<typeof fleetOf>>;
  supervisor: TestUser;
  /** Makes its names unique. */
  place: number;
};

const LAST_VISIT = ["identified", "cartons", "size", "weapon-early", "firearm", "firearm-again", "gate", "photo"];

/** One container on two visits at two sites, with its steps in the order in which they were taken. */
export async function makeStory({ cloud, fleet, supervisor, place }: StoryParts) {
  const { write, identify } = edgeSender(cloud);
  const owner = await cloud.signIn("operator");
  const number = `STORY-${place}`;
  const gate = `gate-${place}`;
  const { apiKey } = await fleet.make(gate);
  const startMs = cloud.parts.nowMs();
  const at = (hoursAgo: number) => new Date(startMs - hoursAgo * HOUR_MS).toISOString();
  const as = (method: string, url: string, body?: unknown) =>
    cloud.send(method, `/v1${url}`, { body, headers: supervisor.authorization });
  const names = new Map<string, string>();
  const known = { containerId: "" };
  const note = (name: string, { status, body }: Awaited<ReturnType<typeof write>>) => {
    if (status !== 200) throw new Error(`${name} was answered ${status}: ${JSON.stringify(body)}`);
    names.set(body.data.scanId ?? body.data.evidenceId ?? "", name);
    if (body.data.containerNumber === number) known.containerId = body.data.containerId;
  };
  const record = (kind: string, hoursAgo: number, camera: string, detections: object[], more: object = {}) => {
    const facts = { timestamp: at(hoursAgo), camera_id: camera, detections, user_email: owner.email };
    return async (name: string) => note(name, await write(kind, number, await scanBody({ ...facts, ...more })));
  };
  const step = (name: string, act: (name: string) => Promise<unknown>, ...after: string[][]): Step => ({
    name,
    after,
    do: async () => void (await act(name)),
  });
  const box = (hoursAgo: number) =>
    createBox({ deviceId: gate, cameraId: gate, nowMs: () => startMs - hoursAgo * HOUR_MS }, chain.end());
  const chain = { end: () => ({ sequence: 0, recordSha256: "" }) };
  const pass = async (truck: string, hoursAgo: number) => {
    const taking = box(hoursAgo);
    const { body } = await taking.capture({ number: truck });
    chain.end = taking.end;
    const sent = { ...body, user_email: owner.email };
    const url = `/v1/edge/containers/${truck}/scans/category`;
    return async (name: string) => note(name, await fleet.edge(apiKey, "POST", url, sent));
  };
  const drift = (hoursAgo: number, measure?: string) => async () => {
    const measures =
      measure === undefined ? [] : [{ measure, reference: 9, now: 5, since: "2026-11-02", day: "2026-11-03" }];
    await fleet.edge(apiKey, "POST", "/v1/edge/camera-drift", { camera_id: gate, timestamp: at(hoursAgo), measures });
  };
  const attach = async () => {
    const declaredGoods = [{ description: "Shoes", hsCode: "640399", packageCode: "CT", numberOfPackages: 4 }];
    const manifest = (await as("POST", "/manifests", { declaredGoods, status: "VALIDATED" })).body.data;
    await as("PUT", `/containers/${known.containerId}/manifest`, { manifestId: manifest.id });
    await as("PUT", `/manifests/${manifest.id}`, { vessel: "Amended" });
  };
  const decide = async () => {
    const { items } = (await as("GET", `/escalations?containerId=${known.containerId}`)).body.data;
    const reply = await as("POST", `/escalations/${items[0].id}/resolve`, { decision: "clear", reason: "seen" });
    if (reply.status !== 200) throw new Error(`the decision was answered ${JSON.stringify(reply.body)}`);
  };
  const identified = { container_number: number, timestamp: at(20), size_type: "45G1", user_email: owner.email };
  const image = (await drawJpeg()).toString("base64");
  const steps: Step[] = [
    step("first", record("scans/category", 300, "south-1", [carton])),
    step(
      "hole",
      record("scans/defect", 298, "south-1", [{ class_name: "hole", confidence: 0.3, polygon: outline(50) }]),
    ),
    step("weapon-north", record("scans/category", 296, "north-1", [carton, weapon], { model_name: "b" })),
    step("first-left", record("scans/category", 290, "north-1", [carton])),
    step("identified", async (name) => note(name, await identify(identified))),
    step("cartons", record("scans/category", 19, "south-1", [carton])),
    step("gate-1", await pass(`${number}-1`, 18.5)),
    step("size", record("scans/category", 18, "south-1", [carton], { size_type: "22G1" })),
    step("drift", drift(17.5, "sharpness")),
    step("weapon-early", record("scans/category", 17, "north-1", [carton, weapon])),
    step("firearm", record("scans/illegal", 16, "north-1", [firearm(10)])),
    step("firearm-again", record("scans/illegal", 15, "north-1", [firearm(12)], { model_name: "b" })),
    step("drift-end", drift(14.5)),
    step("gate", await pass(number, 14)),
    step("photo", record("evidence", 13, gate, [], { image })),
    step("gate-2", await pass(`${number}-2`, 12)),
    step("drift-again", drift(11, "confidence")),
    step("attached", attach, LAST_VISIT),
    step("last", record("scans/category", 10, "north-1", [{ ...carton, quantity: 3 }, weapon]), ["attached"]),
    step("late-firearm", record("scans/illegal", 295, "north-1", [firearm(50)]), LAST_VISIT),
    step("late-again", record("scans/illegal", 294, "north-1", [firearm(51)]), LAST_VISIT),
    // A decision settles what was known: the weapons below the confidence of an alert are unknown objects until then.
    step(
      "decided",
      decide,
      ["weapon-north"],
      ["weapon-early"],
      ["last"],
      ["firearm", "firearm-again"],
      ["late-firearm", "late-again"],
    ),
  ];
  const hoursAgo = (time: string) => Math.round(((startMs - Date.parse(time)) / HOUR_MS) * 10) / 10;
  return { steps, known, names, owner, gate, apiKey, number, as, hoursAgo };
}

export type Story = Awaited<ReturnType<typeof makeStory>>;
