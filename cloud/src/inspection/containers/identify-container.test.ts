import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { connectAiService } from "../../platform/ai/connect-ai-service.ts";
import { readingOf, size, startScriptedService, unreadOf } from "../../platform/ai/testing/scripted-service.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { edgeSender } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const blank = sharp({ create: { ...size, channels: 3, background: "#806040" } });
const [jpeg, other] = [await blank.clone().jpeg().toBuffer(), await blank.clone().jpeg({ quality: 20 }).toBuffer()];
const image = jpeg.toString("base64");
const logger = { info: () => {}, warn: () => {}, debug: () => {} };

const server = await startScriptedService();
server.hello = { tasks: ["identify"] };
const newId = createObjectIdMaker(() => Date.now());
const ai = connectAiService({ url: server.url, token: "t", newId, random: () => 0, logger });
cleanUpLater(async () => ai.close());
const cloud = await createTestApp({ ai });
const { identify } = edgeSender(cloud);
const [ann, bob, sue] = [
  await cloud.signIn("operator", "ann@example.com"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
];

const scriptReading = (...reading: Parameters<typeof readingOf>) =>
  (server.script = ({ answer }) => answer(readingOf(...reading)));
const scriptError = (code: string) =>
  (server.script = ({ header: { id }, sendText }) =>
    sendText(JSON.stringify({ type: "error", id, code, message: "no", retryable: true })));
beforeEach(() => void scriptReading("csqu 305438-3", { candidates: ["CSQU3054388"] }));

/** Sends a picture as a person. */
async function send(user: TestUser, body: Buffer = jpeg, { to = cloud, type = "image/jpeg", query = "" } = {}) {
  const headers = { ...user.authorization, "Content-Type": type };
  const init = { method: "POST", headers, body: new Uint8Array(body) };
  const reply = await to.app.request(`/v1/containers/identify${query}`, init);
  const { data, error } = JSON.parse(await reply.text());
  return { status: reply.status, code: error?.code, data, retryAfter: reply.headers.get("Retry-After") };
}
const listed = async (q: string) =>
  (await cloud.send("GET", `/v1/containers?q=${q}`, { headers: sue.authorization })).body.data.items.length;

describe("a person's picture", () => {
  test("is only read with create=false: a container is found, and none is created", async () => {
    scriptReading("MSKU 914200-1");
    const query = "?create=false";
    const unknown = await send(ann, jpeg, { query });
    const read = { containerNumber: "MSKU9142001", numberCheck: "valid" };
    expect(unknown).toMatchObject({ status: 200, data: { ...read, container: null, created: false } });
    expect(await listed("MSKU9142001")).toBe(0);
    const { id } = (await send(ann)).data.container;
    expect((await send(ann, jpeg, { query })).data).toMatchObject({ container: { id }, created: false });
    expect(await send(ann, jpeg, { query: "?create=no" })).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
  });

  test("names a container, which is made for the caller, and found from then on", async () => {
    const first = await send(ann);
    expect(first).toMatchObject({
      status: 200,
      data: {
        containerNumber: "CSQU3054383",
        numberCheck: "valid",
        confidence: 0.9,
        candidates: [{ containerNumber: "CSQU3054388", confidence: 0.9 }],
        container: { containerNumber: "CSQU3054383", owner: { id: ann.id }, source: "user", status: "REGISTERED" },
        created: true,
      },
    });
    expect(server.asked.at(-1)).toMatchObject({ header: { task: "identify", contentType: "image/jpeg" } });
    const { container } = first.data;
    expect((await send(ann)).data).toEqual({ ...first.data, created: false });
    expect((await send(sue)).data.container).toEqual(container);
    const path = `/v1/containers/${container.id}`;
    expect((await cloud.send("GET", path, { headers: ann.authorization })).body.data).toEqual(container);
  });

  test("shows an operator nothing of another user's container", async () => {
    await send(ann);
    expect(await send(bob)).toMatchObject({ status: 403, code: "FORBIDDEN", data: undefined });
  });

  test("makes one container, however often it is sent at once", async () => {
    scriptReading("MSKU9070323");
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(ann)));
    expect(replies.map(({ status, data }) => [status, data.container.containerNumber])).toEqual(
      replies.map(() => [200, "MSKU9070323"]),
    );
    expect(replies.filter(({ data }) => data.created)).toHaveLength(1);
    expect(await listed("MSKU9070323")).toBe(1);
  });

  test.each([null, "??", "МSKU9070323"])("makes nothing of a reading such as %j", async (text) => {
    scriptReading(text);
    expect(await send(ann)).toMatchObject({
      status: 200,
      data: { containerNumber: null, numberCheck: null, confidence: null, candidates: [], container: null },
    });
  });

  test("creates nothing for a number that the service is not certain of, and lists the candidates and the reason", async () => {
    const read = { text: "MSKU9070323", confidence: 0.6 };
    server.script = ({ answer }) => answer(unreadOf("the number is too uncertain", [read]));
    expect((await send(ann)).data).toMatchObject({
      containerNumber: null,
      candidates: [{ containerNumber: "MSKU9070323", confidence: 0.6 }],
      reason: "the number is too uncertain",
      container: null,
      created: false,
    });
  });

  test("that is doubtful is read once more with the expected numbers among those in question", async () => {
    const [declared, doubtful] = ["TRLU3000001", { text: "TRIU3000007", confidence: 0.5 }];
    const body = { containerNumber: declared };
    expect((await cloud.send("POST", "/v1/manifests", { body, headers: sue.authorization })).status).toBe(201);
    const candidates = [doubtful, { text: declared, confidence: 0.4 }];
    server.script = ({ header, answer }) =>
      answer(
        header.options.expectedNumbers?.includes(declared)
          ? readingOf(declared, { candidates: [doubtful.text] })
          : unreadOf("the number is too uncertain", candidates),
      );
    const before = server.asked.length;
    expect((await send(ann)).data).toMatchObject({ containerNumber: declared, created: true });
    expect(server.asked.slice(before).map(({ header }) => header.options.expectedNumbers)).toEqual([
      undefined,
      [declared],
    ]);
    expect((await identify({ image })).body).toMatchObject({ data: { containerNumber: declared, hasManifest: true } });
  });

  test("makes nothing of an unknown number with a wrong check digit, and finds a known one", async () => {
    scriptReading("TGHU7599331");
    const { data } = await send(ann);
    expect(data).toMatchObject({ numberCheck: "bad-check-digit", container: null, created: false });
    const body = { containerNumber: data.containerNumber };
    await cloud.send("POST", "/v1/containers", { body, headers: ann.authorization });
    expect((await send(ann)).data).toMatchObject({ container: { containerNumber: "TGHU7599331" }, created: false });
  });

  test.each([
    ["no image", Buffer.from("no image"), "image/jpeg"],
    ["a cut image", jpeg.subarray(0, 200), "image/jpeg"],
    ["another content type", jpeg, "application/json"],
  ])("is refused as %s, and not sent on", async (_what, body, type) => {
    const asked = server.asked.length;
    expect(await send(ann, body, { type })).toMatchObject({ status: 400, code: "INVALID_IMAGE_FORMAT" });
    expect(server.asked).toHaveLength(asked);
  });

  test("is refused when the AI service cannot decode it", async () => {
    scriptError("INVALID_IMAGE");
    expect(await send(ann)).toMatchObject({ status: 400, code: "INVALID_IMAGE_FORMAT" });
  });
});

describe.each<[string, () => void]>([
  ["fails", () => scriptError("MODEL_FAILED")],
  ["hangs up", () => (server.script = ({ socket }) => socket.terminate())],
  ["answers with detections", () => (server.script = ({ answer }) => answer())],
  ["speaks of another picture", () => (server.script = ({ answer }) => answer({ ...readingOf("A1"), width: 1 }))],
  [
    "answers nonsense",
    () => (server.script = ({ header: { id }, sendText }) => sendText(`{"type":"result","id":"${id}"}`)),
  ],
])("while the AI service %s", (_what, script) => {
  test("a user gets Retry-After, and a device keeps its record", async () => {
    script();
    const away = { status: 503, code: "AI_SERVICE_UNAVAILABLE", retryAfter: "15" };
    expect(await send(ann)).toMatchObject(away);
    const reply = await identify({ image }, { "Idempotency-Key": "away" });
    expect(reply.headers.get("Retry-After")).toBe("15");
    expect(reply).toMatchObject({
      status: 503,
      body: { error: { code: "AI_SERVICE_UNAVAILABLE" }, idempotencyKey: "away" },
    });
    scriptReading("CSQU3054383");
    await expect.poll(async () => (await send(ann)).status).toBe(200);
  });
});

test("an AI service that reads no numbers counts as unavailable, like none", async () => {
  const reader = await startScriptedService();
  reader.hello = { tasks: ["category"] };
  const others = connectAiService({ url: reader.url, token: "t", newId, random: () => 0, logger });
  cleanUpLater(async () => others.close());
  for (const to of [await createTestApp({ ai: others }), await createTestApp()]) {
    const away = { status: 503, code: "AI_SERVICE_UNAVAILABLE" };
    expect(await send(await to.signIn("operator"), jpeg, { to })).toMatchObject(away);
    expect((await edgeSender(to).identify({ image })).status).toBe(503);
  }
  expect(reader.asked).toEqual([]);
});

describe("a device's picture", () => {
  test("replaces the number, once per key, even if the AI service has become unavailable", async () => {
    scriptReading("HLXU2000000");
    const withKey = { "Idempotency-Key": "picture-1" };
    const body = { image, user_email: ann.email, camera_id: "gate" };
    const first = await identify(body, withKey);
    expect(first).toMatchObject({
      status: 200,
      body: { data: { containerNumber: "HLXU2000000", created: true, hasManifest: false } },
    });
    const container = `/v1/containers/${first.body.data.containerId}`;
    expect((await cloud.send("GET", container, { headers: ann.authorization })).body.data.source).toBe("edge");
    scriptError("MODEL_FAILED");
    const again = await identify(body, withKey);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get("Idempotent-Replayed")).toBe("true");
    expect((await identify({ ...body, image: other.toString("base64") }, withKey)).status).toBe(409);
    expect((await identify({ ...body, container_number: "HLXU2000000" }, withKey)).status).toBe(409);
  });

  test("is not read where the number comes with it", async () => {
    const asked = server.asked.length;
    const reply = await identify({ image, container_number: "SENT 1" });
    expect(reply).toMatchObject({ status: 200, body: { data: { containerNumber: "SENT 1" } } });
    expect(server.asked).toHaveLength(asked);
  });

  test("is refused permanently where it shows no number, cannot be decoded, or is not the one of its hash", async () => {
    scriptReading(null);
    const codes = async (body: object) => {
      const reply = await identify(body);
      return [reply.status, reply.body.error.code, reply.body.error.details[0].path];
    };
    expect(await codes({ image })).toEqual([400, "NUMBER_NOT_READABLE", "image"]);
    expect(await codes({ image: "bm90aGluZw==" })).toEqual([400, "INVALID_IMAGE_FORMAT", "image"]);
    expect(await codes({ image: "?" })).toEqual([400, "VALIDATION_ERROR", "image"]);
    expect(await codes({ image, image_sha256: "0".repeat(64) })).toEqual([400, "VALIDATION_ERROR", "image_sha256"]);
    scriptError("INVALID_IMAGE");
    expect(await codes({ image })).toEqual([400, "INVALID_IMAGE_FORMAT", "image"]);
  });
});
