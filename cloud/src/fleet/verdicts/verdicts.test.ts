import { describe, expect, test } from "vitest";
import { createBox } from "../../intake/box-testing.ts";
import { createPair } from "../../journal/events/testing.ts";
import { fleetOf } from "../edge-devices/testing.ts";

const { cloud, base, otherBase } = await createPair();
const fleet = await fleetOf(cloud);
const [ann, bea] = [await cloud.signIn("supervisor"), await cloud.signIn("supervisor")];
let made = 0;

/** A device that scans; `poll` asks for the verdicts on its containers. */
async function makeDevice() {
  made += 1;
  const { apiKey } = await fleet.make(`Gate ${made}`);
  const box = createBox({ deviceId: `gate-${made}`, cameraId: `top-${made}`, nowMs: cloud.parts.nowMs });
  const capture = async (number: string) => {
    cloud.advanceMs(1_000);
    return box.capture({ number, seed: made });
  };
  const deliver = async ({ number, body }: { number: string; body: object }) => {
    const reply = await fleet.edge(apiKey, "POST", `/v1/edge/containers/${number}/scans/category`, body);
    return reply.body.data.containerId as string;
  };
  return {
    cameraId: `top-${made}`,
    capture,
    deliver,
    scan: async (number: string) => deliver(await capture(number)),
    poll: async (known = "", seconds = 0, origin = base, signal?: AbortSignal) => {
      const url = `${origin}/v1/edge/verdicts?known=${known}&wait_seconds=${seconds}`;
      const reply = await fetch(url, { headers: { "X-API-Key": apiKey }, signal: signal ?? null });
      const { data } = (await reply.json()) as { data: { version: string; verdicts: Record<string, string>[] } };
      return { ...data, shown: data.verdicts.map(({ containerNumber, verdict }) => `${containerNumber} ${verdict}`) };
    },
  };
}

const as = (user: typeof ann, body: object) => ({ headers: user.authorization, body });
const escalate = async (containerId: string) =>
  (await cloud.send("POST", `/v1/containers/${containerId}/escalate`, as(ann, { reason: "Look inside" }))).body.data.id;
async function decide(escalationId: string, decision: string, user = ann) {
  await cloud.send("POST", `/v1/escalations/${escalationId}/claim`, as(user, {}));
  const body = { decision, reason: "As seen" };
  expect(await cloud.send("POST", `/v1/escalations/${escalationId}/resolve`, as(user, body))).toMatchObject({
    status: 200,
  });
}

describe("verdicts on the scans of a device", () => {
  test("a request that waits ends with each decision, through whichever process", async () => {
    const device = await makeDevice();
    expect(await device.poll()).toMatchObject({ shown: [] });
    const id = await device.scan("CSQU3054383");
    const first = await device.poll();
    expect(first.verdicts).toMatchObject([
      { containerNumber: "CSQU3054383", containerId: id, cameraIds: [device.cameraId], verdict: "SCANNED" },
    ]);
    const other = await makeDevice();
    const leaving = new AbortController();
    let isOtherAnswered = false;
    const idle = other.poll((await other.poll()).version, 25, otherBase, leaving.signal);
    void idle.then(() => (isOtherAnswered = true)).catch(() => {});
    const escalated = device.poll(first.version, 25, otherBase);
    const escalationId = await escalate(id);
    const second = await escalated;
    expect(second.shown).toEqual(["CSQU3054383 ESCALATED"]);
    const cleared = device.poll(second.version, 25);
    await decide(escalationId, "clear");
    const third = await cleared;
    expect(third.shown).toEqual(["CSQU3054383 CLEARED"]);
    // It began to wait earlier, and no decision concerns it.
    expect(isOtherAnswered).toBe(false);
    leaving.abort();
    const unchanged = await device.poll(third.version, 1);
    expect(unchanged.version).toBe(third.version);
  });

  test("a request that waits ends when a person names the container of a passage", async () => {
    const device = await makeDevice();
    const { number, body } = await device.capture("UNIDENTIFIED-lane-1-9f86d081884c7d65");
    await device.deliver({ number, body: { ...body, passage_id: "p-1" } });
    const first = await device.poll();
    expect(first.shown).toEqual([`${number} SCANNED`]);
    const waiting = device.poll(first.version, 25);
    const { items } = (await cloud.send("GET", "/v1/passages", { headers: ann.authorization })).body.data;
    const named = await cloud.send(
      "POST",
      `/v1/passages/${items[0].id}/assignment`,
      as(ann, { containerNumber: "CXDU1234565" }),
    );
    expect(named.status).toBe(200);
    expect((await waiting).shown).toEqual(["CXDU1234565 SCANNED"]);
  });

  test("a container that is scanned again has the verdict of its visit, with the newer scan", async () => {
    const device = await makeDevice();
    const id = await device.scan("MSKU9070323");
    await decide(await escalate(id), "clear");
    const before = await device.poll();
    expect(before.shown).toEqual(["MSKU9070323 CLEARED"]);
    await device.scan("MSKU9070323");
    const after = await device.poll();
    expect(after.shown).toEqual(["MSKU9070323 CLEARED"]);
    expect(after.version).not.toBe(before.version);
    expect(after.verdicts[0]!["scanId"]).not.toBe(before.verdicts[0]!["scanId"]);
  });

  test("a hold stays in force until another person clears it, regardless of other decisions", async () => {
    const device = await makeDevice();
    const id = await device.scan("HLXU2008419");
    await decide(await escalate(id), "hold");
    expect((await device.poll()).shown).toEqual(["HLXU2008419 HELD"]);
    await device.scan("HLXU2008419");
    const returned = await device.poll();
    expect(returned.shown).toEqual(["HLXU2008419 HELD"]);
    await decide(await escalate(id), "inspect");
    expect((await device.poll()).shown).toEqual(["HLXU2008419 HELD"]);
    await decide(await escalate(id), "clear", bea);
    expect((await device.poll()).shown).toEqual(["HLXU2008419 CLEARED"]);
  });

  test("after an outage, the latest capture is listed last, and late arrivals hide it from no device", async () => {
    const device = await makeDevice();
    const backlog: Awaited<ReturnType<typeof device.capture>>[] = [];
    for (let truck = 0; truck < 31; truck += 1) backlog.push(await device.capture(`OUTAGE-${truck}`));
    cloud.advanceMs(3 * 3_600_000);
    const live = await device.capture("LIVE-1");
    const takenAt = live.body.timestamp;
    const id = await device.deliver(live);
    for (const late of backlog) {
      cloud.advanceMs(1_000);
      await device.deliver(late);
    }
    const { shown, verdicts } = await device.poll();
    const lateOnes = backlog.slice(2).map(({ number }) => `${number} SCANNED`);
    expect(shown).toEqual([...lateOnes, "LIVE-1 SCANNED"]);
    expect(verdicts.at(-1)).toMatchObject({ containerId: id, takenAt });
    expect(verdicts[0]!["takenAt"]! < takenAt && verdicts[0]!["scannedAt"]! > takenAt).toBe(true);
    await decide(await escalate(id), "hold");
    expect((await device.poll()).shown.at(-1)).toBe("LIVE-1 HELD");
  });

  test("scans of other devices, and those of the day before, are not listed", async () => {
    const [device, other] = [await makeDevice(), await makeDevice()];
    await device.scan("TGHU7599330");
    await other.scan("APZU4812090");
    expect((await device.poll()).shown).toEqual(["TGHU7599330 SCANNED"]);
    cloud.advanceMs(25 * 3_600_000);
    expect((await device.poll()).shown).toEqual([]);
  });
});
