import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { createBox, drawKey } from "../../intake/box-testing.ts";
import { fleetOf } from "./testing.ts";

const cloud = await createTestApp();
const fleet = await fleetOf(cloud);
let made = 0;

async function makeDevice() {
  const { device, apiKey } = await fleet.make(`Gate ${(made += 1)}`);
  const id = String(device.id);
  const codeOf = async () => String((await fleet.admin("POST", `/${id}/join-code`)).body.data.code);
  const set = (body: object) => fleet.admin("PUT", `/${id}/signing-key`, body);
  const keys = async () => (await fleet.detail(id)).signingKeys.map((key: { publicKey: string }) => key.publicKey);
  return { id, apiKey: String(apiKey), codeOf, set, keys };
}
const codesOf = ({
  status,
  body,
}: {
  status: number;
  body: { error?: { code: string; details?: { path: string }[] } };
}) => [status, body.error?.code, body.error?.details?.[0]?.path];

describe("a signing key", () => {
  test("is registered on joining only by a device that has its private half; the code is not used up", async () => {
    const [device, key, own] = [await makeDevice(), drawKey(), drawKey()];
    const code = await device.codeOf();
    const refused = [400, "VALIDATION_ERROR", "signing_key_proof"];
    const { signing_key } = key.joining(code);
    expect(codesOf(await fleet.join(code, { signing_key }))).toEqual(refused);
    expect(codesOf(await fleet.join(code, { ...own.joining(code), signing_key }))).toEqual(refused);
    expect(codesOf(await fleet.join(code, key.joining("AAAAA-AAAAA")))).toEqual(refused);
    expect(await device.keys()).toEqual([]);
    expect(await fleet.join(code, key.joining(code))).toMatchObject({ status: 200 });
    expect(await device.keys()).toEqual([key.publicKey]);
  });

  test("is registered by an admin only with the proof that the device prints", async () => {
    const [device, key, own] = [await makeDevice(), drawKey(), drawKey()];
    const refused = [400, "VALIDATION_ERROR", "proof"];
    expect(codesOf(await device.set({ signingKey: key.publicKey }))).toEqual(refused);
    expect(codesOf(await device.set({ ...own.registration, signingKey: key.publicKey }))).toEqual(refused);
    expect(await device.set(key.registration)).toMatchObject({ status: 200 });
  });

  test("is named in the reply to each heartbeat of its device, so that the device knows it is registered", async () => {
    const [device, first, second] = [await makeDevice(), drawKey(), drawKey()];
    const named = async (key = device.apiKey) => (await fleet.beat(key)).body.data.signingKeyFingerprint;
    expect(await named()).toBeNull();
    for (const key of [first, second]) {
      await device.set(key.registration);
      expect(await named()).toBe(createHash("sha256").update(Buffer.from(key.publicKey, "base64")).digest("hex"));
    }
    expect(await named(EDGE_KEY)).toBeUndefined();
  });

  test("belongs to one device, also when several ask at once, until that device is revoked", async () => {
    const [holder, other, third, key] = [await makeDevice(), await makeDevice(), await makeDevice(), drawKey()];
    const replies = await Promise.all([holder, other, third].map(({ set }) => set(key.registration)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const [winner, ...losers] = [holder, other, third].toSorted((a, b) => {
      const statusOf = (one: typeof a) => replies[[holder, other, third].indexOf(one)]?.status ?? 0;
      return statusOf(a) - statusOf(b);
    });
    const [loser] = losers;
    if (!winner || !loser) throw new Error("three devices were made");
    const code = await loser.codeOf();
    expect(codesOf(await fleet.join(code, key.joining(code)))).toEqual([409, "SIGNING_KEY_IN_USE", undefined]);
    expect(await winner.set(key.registration)).toMatchObject({ status: 200 });
    await winner.set(drawKey().registration);
    expect(codesOf(await loser.set(key.registration))).toEqual([409, "SIGNING_KEY_IN_USE", undefined]);
    await fleet.admin("POST", `/${winner.id}/revoke`);
    expect(await fleet.join(code, key.joining(code))).toMatchObject({ status: 200 });
    expect(await loser.keys()).toEqual([key.publicKey]);
  });
});

test("a signature with blanks, or in another alphabet, is invalid", async () => {
  const [device, key] = [await makeDevice(), drawKey()];
  await device.set(key.registration);
  const box = createBox({ nowMs: cloud.parts.nowMs });
  const spell = {
    blanks: (signature: string) => `${signature.slice(0, 10)} ${signature.slice(10)}`,
    url: (signature: string) => Buffer.from(signature, "base64").toString("base64url"),
    right: (signature: string) => signature,
  };
  for (const [name, change] of Object.entries(spell)) {
    const { number, body } = await box.capture({ key });
    const sent = { ...body, record_signature: change(String(body.record_signature)) };
    const reply = await fleet.edge(device.apiKey, "POST", `/v1/edge/containers/${number}/scans/category`, sent);
    const { containerId, scanId } = reply.body.data;
    const shown = await cloud.send("GET", `/v1/containers/${containerId}/scans/${scanId}`, { headers: fleet.headers });
    expect([name, shown.body.data.provenance.signature]).toEqual([name, name === "right" ? "signed" : "invalid"]);
  }
});
