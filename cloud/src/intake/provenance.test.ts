import { describe, expect, test } from "vitest";
import { fleetOf } from "../fleet/edge-devices/testing.ts";
import { createTestApp } from "../testing/app.ts";
import { watchChains } from "../inspection/provenance/watch-chains.ts";
import { createBox, drawKey } from "./box-testing.ts";
import { drawJpeg } from "./testing.ts";

const MINUTE_MS = 60_000;
const cloud = await createTestApp();
const fleet = await fleetOf(cloud);
const { nowMs } = cloud.parts;
let made = 0;

/** A device with a box and its first signing key; `deliver` sends a record and returns how its scan is shown. */
async function setUp() {
  const { device, apiKey } = await fleet.make(`Gate ${(made += 1)}`);
  const place = { deviceId: `box-${made}`, cameraId: `camera-${made}`, nowMs };
  const box = createBox(place);
  const key = drawKey();
  const register = async (one: typeof key) => fleet.admin("PUT", `/${device.id}/signing-key`, one.registration);
  const send = ({ number, body }: Awaited<ReturnType<typeof box.capture>>) =>
    fleet.edge(apiKey, "POST", `/v1/edge/containers/${number}/scans/category`, body);
  const show = async ({ containerId, scanId }: { containerId: string; scanId: string }) =>
    (
      await cloud.send("GET", `/v1/containers/${containerId}/scans/${scanId}`, {
        headers: (await admin).authorization,
      })
    ).body.data.provenance;
  const deliver = async (record: Awaited<ReturnType<typeof box.capture>>) => {
    const { status, body } = await send(record);
    expect({ status, error: body.error }).toEqual({ status: 200, error: undefined });
    return body.data as { containerId: string; scanId: string };
  };
  const problems = async () =>
    (await fleet.detail(device.id)).chainBreaks.map((row: { problem: string; closedAt: string | null }) =>
      row.closedAt === null ? row.problem : `${row.problem} closed`,
    );
  return { device, box, key, place, register, send, show, deliver, problems };
}
const admin = cloud.signIn("admin");

describe("signatures", () => {
  test("a box without a registered key shows as unsigned, and with one as signed by it", async () => {
    const { box, key, register, deliver, show, device, problems } = await setUp();
    const [first, second] = [await deliver(await box.capture()), await deliver(await box.capture({ key }))];
    expect(await show(first)).toMatchObject({ signature: "unsigned", chain: "ok", sequence: 1, signingKey: null });
    expect(await show(second)).toMatchObject({ signature: "unsigned", chain: "ok", sequence: 2 });
    expect(await register(key)).toMatchObject({ status: 200 });
    const { signingKeys } = await fleet.detail(device.id);
    expect(signingKeys).toMatchObject([{ publicKey: key.publicKey, replacedAt: null }]);
    const third = await deliver(await box.capture({ key }));
    expect(await show(third)).toMatchObject({ signature: "signed", signingKey: signingKeys[0].fingerprint });
    expect(await problems()).toEqual([]);
  });

  test("a joining box registers its key, and an older key is valid for records captured before it was replaced", async () => {
    const { box, key, device, deliver, show } = await setUp();
    const code = async () => (await fleet.admin("POST", `/${device.id}/join-code`)).body.data.code;
    const joinWith = async (one: typeof key) => {
      const sent = await code();
      return fleet.join(sent, one.joining(sent));
    };
    await joinWith(key);
    const late = await box.capture({ key });
    cloud.advanceMs(10 * MINUTE_MS);
    const next = drawKey();
    await joinWith(next);
    expect((await fleet.detail(device.id)).signingKeys).toMatchObject([
      { replacedAt: null },
      { publicKey: key.publicKey },
    ]);
    expect(await show(await deliver(late))).toMatchObject({ signature: "signed" });
    expect(await show(await deliver(await box.capture({ key: next })))).toMatchObject({ signature: "signed" });
    cloud.advanceMs(10 * MINUTE_MS);
    expect(await show(await deliver(await box.capture({ key })))).toMatchObject({ signature: "invalid" });
    expect(await fleet.join(await code(), { signing_key: "short" })).toMatchObject({ status: 400 });
  });

  test("invalid and missing signatures are kept, reported once, and closed by a valid one", async () => {
    const { box, key, register, deliver, show, problems } = await setUp();
    await register(key);
    const forged = [
      await deliver(await box.capture({ key: drawKey() })),
      await deliver(await box.capture({ key: drawKey() })),
    ];
    for (const one of forged) expect(await show(one)).toMatchObject({ signature: "invalid", chain: "ok" });
    const record = await box.capture({ key });
    const garbled = await deliver({ ...record, body: { ...record.body, record_signature: "no signature" } });
    expect(await show(garbled)).toMatchObject({ signature: "invalid" });
    expect(await show(await deliver(await box.capture()))).toMatchObject({ signature: "missing" });
    expect(await problems()).toEqual(["missing-signature", "invalid-signature"]);
    await deliver(await box.capture({ key }));
    expect(await problems()).toEqual(["missing-signature closed", "invalid-signature closed"]);
  });
});

describe("chains", () => {
  test.each([
    ["picture", async (body: object) => ({ ...body, image: (await drawJpeg(9)).toString("base64") }), "image_sha256"],
    ["detection", async (body: object) => ({ ...body, detections: [] }), "findings_sha256"],
    ["time", async (body: object) => ({ ...body, timestamp: "2026-01-01T00:00:00Z" }), "record_sha256"],
    ["place in the order", async (body: object) => ({ ...body, sequence: 7 }), "record_sha256"],
  ])("a record with another %s is refused, as its hash shows", async (_name, change, path) => {
    const { box, key, send } = await setUp();
    const record = await box.capture({ key });
    const changed = { ...record, body: { ...record.body, ...(await change(record.body)) } };
    expect(await send(changed)).toMatchObject({ status: 400, body: { error: { details: [{ path }] } } });
  });

  test("records may overtake each other; one that is missing for 15 minutes is a gap until it arrives", async () => {
    const { box, deliver, show, problems } = await setUp();
    const [one, two, three] = [await box.capture(), await box.capture(), await box.capture()];
    const [first, third] = [await deliver(one), await deliver(three)];
    expect([await show(first), await show(third)]).toMatchObject([{ chain: "ok" }, { chain: "waiting" }]);
    cloud.advanceMs(14 * MINUTE_MS);
    await watchChains(cloud.parts);
    expect(await problems()).toEqual([]);
    cloud.advanceMs(2 * MINUTE_MS);
    await watchChains(cloud.parts);
    await watchChains(cloud.parts);
    expect(await show(third)).toMatchObject({ chain: "gap" });
    expect(await problems()).toEqual(["gap"]);
    await deliver(two);
    expect(await show(third)).toMatchObject({ chain: "ok" });
    await watchChains(cloud.parts);
    expect(await problems()).toEqual(["gap closed"]);
  });

  test("a copied box forks the chain, which is reported at once, to supervisors as well", async () => {
    const { box, key, place, deliver, show, problems } = await setUp();
    const first = await deliver(await box.capture({ key }));
    const copy = createBox(place, box.end());
    const [original, copied] = [
      await deliver(await box.capture({ key })),
      await deliver(await copy.capture({ key, seed: 2 })),
    ];
    const shown = [await show(first), await show(original), await show(copied)];
    expect(shown).toMatchObject([{ chain: "ok" }, { chain: "fork" }, { chain: "fork" }]);
    expect(await problems()).toEqual(["fork"]);
    const { body } = await cloud.send("GET", `/v1/admin/audit-log?subject=camera:${place.cameraId}`, {
      headers: (await admin).authorization,
    });
    expect(body.data.items).toMatchObject([{ action: "chain.break", after: { problem: "fork", sequence: 2 } }]);
  });

  test("of two copies at the same time, one is found to fork", async () => {
    const { box, place, deliver, problems } = await setUp();
    await deliver(await box.capture());
    const copies = [1, 2, 3].map(() => createBox(place, box.end()));
    const records = await Promise.all(copies.map((copy, seed) => copy.capture({ seed, number: `MSKU${seed}` })));
    await Promise.all(records.map(deliver));
    expect(await problems()).toEqual(["fork", "fork"]);
  });

  test("a record that is sent again as a new one is a replay, and a chain from the start is listed", async () => {
    const { box, place, deliver, show, problems } = await setUp();
    const record = await box.capture();
    const [first, again] = [await deliver(record), await deliver(record)];
    expect([await show(first), await show(again)]).toMatchObject([{ chain: "ok" }, { chain: "replay" }]);
    const fresh = await deliver(await createBox(place).capture({ seed: 3 }));
    expect(await show(fresh)).toMatchObject({ chain: "ok", sequence: 1 });
    expect(await problems()).toEqual(["restart", "replay"]);
  });

  test("lists and reports show the state as well; a scan by a person has none", async () => {
    const { box, deliver } = await setUp();
    const { containerId } = await deliver(await box.capture({ number: "CSQU3054383" }));
    const get = async (path: string) =>
      (await cloud.send("GET", `/v1/containers/${containerId}/${path}`, { headers: (await admin).authorization })).body
        .data;
    const shown = { signature: "unsigned", chain: "ok", sequence: 1 };
    expect((await get("scans")).items).toMatchObject([{ provenance: shown }]);
    expect((await get("report")).scans.category).toMatchObject({ provenance: shown });
  });
});
