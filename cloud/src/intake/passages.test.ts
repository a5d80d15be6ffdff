import { describe, expect, test } from "vitest";
import { fleetOf } from "../fleet/edge-devices/testing.ts";
import { createTestApp } from "../testing/app.ts";
import { countTraces, edgeSender, scanBody } from "./testing.ts";

const cloud = await createTestApp();
const { write, identify } = edgeSender(cloud);
const fleet = await fleetOf(cloud);
const { headers } = fleet;

const KINDS = ["scans/category", "scans/defect", "scans/illegal", "evidence"];
const passage = { device_id: "box", passage_id: "lane-1_7aZ", passage_position: "front" };

type Reply = { body: { data: { containerId: string; scanId?: string; evidenceId?: string } } };
/** The passage that a recorded scan or photo shows. */
async function shownOf({ body: { data } }: Reply) {
  const url = data.evidenceId === undefined ? `scans/${data.scanId}` : `evidence/${data.evidenceId}`;
  return (await cloud.send("GET", `/v1/containers/${data.containerId}/${url}`, { headers })).body.data.passage;
}

describe.each(KINDS)("the passage of a record that is sent to %s", (kind) => {
  const send = async (changes: Record<string, unknown>, more?: Record<string, string>) =>
    write(kind, "MSKU9070323", await scanBody(changes), more);

  test("is stored with it and shown", async () => {
    expect(await shownOf(await send(passage))).toEqual({ id: "lane-1_7aZ", position: "front" });
    const only = await send({ ...passage, passage_position: null });
    expect(await shownOf(only)).toEqual({ id: "lane-1_7aZ", position: null });
  });

  test("is none without a passage or a device, whatever position it states", async () => {
    const without = { passage_id: null, passage_position: "front", device_id: "box" };
    for (const one of [{}, without, { ...passage, device_id: null }]) expect(await shownOf(await send(one))).toBeNull();
  });

  test.each([
    ["passage_id", ["", "a b", "a/b", "ä", "x".repeat(65), 7]],
    ["passage_position", ["", "-front", "front left", "front/1", "x".repeat(33), {}]],
  ])("is refused with a bad %s, and nothing is stored", async (field, values) => {
    const before = await countTraces(cloud);
    for (const value of values)
      expect(await send({ ...passage, [field]: value })).toMatchObject({
        status: 400,
        body: { error: { code: "VALIDATION_ERROR", details: [{ path: field }] } },
      });
    expect(await countTraces(cloud)).toEqual(before);
  });

  test("is part of what an idempotency key stands for", async () => {
    const key = { "Idempotency-Key": `passage-of-${kind}` };
    const first = await send(passage, key);
    expect((await send(passage, key)).body).toEqual(first.body);
    expect(await send({ ...passage, passage_id: "another" }, key)).toMatchObject({
      status: 409,
      body: { error: { code: "IDEMPOTENCY_KEY_REUSED" } },
    });
  });
});

test("identify takes a passage of the same shapes", async () => {
  const number = { container_number: "TGHU7599330" };
  expect(await identify({ ...number, ...passage })).toMatchObject({ status: 200, body: { data: { created: true } } });
  for (const wrong of [{ passage_id: "a b" }, { passage_position: "front left" }])
    expect(await identify({ ...number, ...passage, ...wrong })).toMatchObject({
      status: 400,
      body: { error: { details: [{ path: Object.keys(wrong)[0] }] } },
    });
});

test("a device that names itself as another one joins none of its passages", async () => {
  const [victim, other] = [await fleet.make("Victim"), await fleet.make("Other")];
  const body = await scanBody({ ...passage, device_id: "victim" });
  const send = (apiKey: string) => fleet.edge(apiKey, "POST", "/v1/edge/containers/CSQU3054383/scans/category", body);
  expect(await shownOf(await send(victim.apiKey))).toEqual({ id: "lane-1_7aZ", position: "front" });
  expect(await shownOf(await send(other.apiKey))).toBeNull();
});
