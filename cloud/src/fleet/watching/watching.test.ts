import { eq } from "drizzle-orm";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createPair } from "../../journal/events/testing.ts";
import { EDGE_KEY } from "../../testing/app.ts";
import { watchedCameras } from "../../platform/db/tables.ts";
import { fleetOf } from "../edge-devices/testing.ts";
import { findCameraDevice } from "./watched-camera-store.ts";
import { LEASE_MS, MAX_CAMERAS_PER_USER } from "./watch-rules.ts";

const { cloud, base, otherBase } = await createPair();
const fleet = await fleetOf(cloud);
const ann = await cloud.signIn("operator");
const jpegOf = async (width = 64, format: "jpeg" | "png" = "jpeg") =>
  (
    await sharp({ create: { width, height: 48, channels: 3, background: "#806040" } })
      .toFormat(format)
      .toBuffer()
  ).toString("base64");
const image = await jpegOf();

/** Sends a request over HTTP to one of the two processes. */
async function ask(origin: string, method: string, path: string, headers: Record<string, string>, body?: unknown) {
  const reply = await fetch(`${origin}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  // oxlint-disable-next-line typescript/no-explicit-any -- replies of every shape
  const parsed: any = await reply.json();
  return { status: reply.status, headers: reply.headers, data: parsed.data, error: parsed.error };
}

let made = 0;
/** A box with one camera, as its newest heartbeat describes it. */
async function makeBox(heartbeat: object = { watching_enabled: true }) {
  made += 1;
  const cameraId = `lane ${made}/top`;
  const { device, apiKey } = await fleet.make(`Gate ${made}`);
  await fleet.beat(apiKey, {
    device_id: `gate-${made}`,
    cameras: [{ camera_id: cameraId, state: "running" }],
    ...heartbeat,
  });
  const key = { "X-API-Key": apiKey };
  return {
    cameraId,
    device,
    apiKey,
    poll: async (origin: string, known = "", seconds = 25) =>
      ask(origin, "GET", `/v1/edge/watched-cameras?known=${known}&wait_seconds=${seconds}`, key),
    send: (origin: string, report: object) =>
      ask(origin, "POST", "/v1/edge/live-pictures", key, { camera_id: cameraId, ...report }),
    view: (origin: string, after = "", seconds = 0, user = ann) =>
      ask(
        origin,
        "GET",
        `/v1/cameras/${encodeURIComponent(cameraId)}/live-picture?after=${after}&waitSeconds=${seconds}`,
        user.authorization,
      ),
  };
}

describe("a user who watches a camera", () => {
  test("has its box asked for pictures at once, and gets them with their boxes, through whichever process", async () => {
    const box = await makeBox();
    const idle = await box.poll(base, "", 0);
    expect(idle.data.cameras).toEqual([]);
    const notified = box.poll(base, idle.data.version);
    const first = await box.view(otherBase);
    expect(first.data).toMatchObject({ picture: null, absence: { reason: "waiting" } });
    expect((await notified).data.cameras).toEqual([box.cameraId]);

    const next = box.view(otherBase, first.data.version, 25);
    const bbox = { x1: 1.5, y1: 2, x2: 30, y2: 40 };
    const boxes = [{ tracking_id: 7, class_name: "carton", confidence: 0.9, bbox }];
    expect((await box.send(base, { image, age_ms: 400, boxes })).data).toEqual({ watched: true });
    const { picture, absence, version } = (await next).data;
    expect(absence).toBe(null);
    expect(picture).toMatchObject({
      image,
      width: 64,
      height: 48,
      boxes: [{ trackingId: 7, className: "carton", confidence: 0.9, ...bbox }],
    });
    expect(picture.ageMs).toBeGreaterThanOrEqual(400);

    const second = box.view(base, version, 25);
    await box.send(otherBase, { image: await jpegOf(80) });
    expect((await second).data.picture).toMatchObject({ width: 80, boxes: [] });
  });

  test("gets the reason why there is no picture", async () => {
    const reasonOf = async (heartbeat: object) => (await (await makeBox(heartbeat)).view(base)).data.absence.reason;
    expect(await reasonOf({})).toBe("unsupported");
    expect(await reasonOf({ watching_enabled: false })).toBe("disabled");
    const box = await makeBox();
    for (const absence of ["camera", "deliveries"]) {
      await box.view(base);
      await box.send(otherBase, { absence });
      await expect.poll(async () => (await box.view(base)).data.absence.reason).toBe(absence);
    }
    await box.send(base, { image });
    await expect.poll(async () => (await box.view(otherBase)).data.absence).toBe(null);
  });

  test("watches a limited number of cameras at the same time", async () => {
    const bob = await cloud.signIn("operator");
    const [oneMore, ...most] = await Promise.all(Array.from({ length: MAX_CAMERAS_PER_USER + 1 }, () => makeBox()));
    const waits = most.map((box) => box.view(base, "0", 25, bob));
    for (const box of most)
      await expect.poll(async () => (await box.poll(base, "", 0)).data.cameras).toEqual([box.cameraId]);
    expect(await oneMore!.view(base, "", 0, bob)).toMatchObject({ status: 429, error: { code: "TOO_MANY_STREAMS" } });
    expect((await oneMore!.view(base)).status).toBe(200);
    await Promise.all(most.map((box) => box.send(base, { absence: "camera" })));
    expect((await Promise.all(waits)).map(({ data }) => data.absence.reason)).toEqual(most.map(() => "camera"));
  });

  test("watches as many cameras when all requests come at once", async () => {
    const carol = await cloud.signIn("operator");
    const boxes = await Promise.all(Array.from({ length: MAX_CAMERAS_PER_USER + 4 }, () => makeBox()));
    const replies = await Promise.all(boxes.map((box) => box.view(base, "", 0, carol)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(MAX_CAMERAS_PER_USER);
    expect(replies.filter(({ error }) => error?.code === "TOO_MANY_STREAMS")).toHaveLength(4);
  });

  test("gets 404 for a camera that no device and no event named", async () => {
    const reply = await ask(base, "GET", "/v1/cameras/nowhere/live-picture", ann.authorization);
    expect([reply.status, reply.error.code]).toEqual([404, "CAMERA_NOT_FOUND"]);
  });
});

describe("a box", () => {
  test("sends pictures of its own cameras only", async () => {
    const [box, other] = [await makeBox(), await makeBox()];
    await box.view(base);
    expect((await other.send(base, { camera_id: box.cameraId, image })).data).toEqual({ watched: false });
    expect((await other.poll(base, "", 0)).data.cameras).toEqual([]);
    expect((await box.send(base, { image })).data).toEqual({ watched: true });
  });

  test("keeps its camera while it lists it, whatever another box names; then the camera moves, with a notice", async () => {
    const [mine, other] = [await makeBox(), await makeBox()];
    const cameras = [{ camera_id: mine.cameraId, state: "running" }];
    const as = { device_id: `gate-${made - 1}`, cameras, watching_enabled: true };
    await fleet.beat(other.apiKey, as);
    await fleet.beat(EDGE_KEY, { ...as, device_id: "stranger" });
    await mine.view(base);
    const sent = { camera_id: mine.cameraId, image };
    expect(await other.send(base, sent)).toMatchObject({ data: { watched: false } });
    expect(await mine.send(base, sent)).toMatchObject({ data: { watched: true } });
    await fleet.beat(mine.apiKey, { watching_enabled: true, cameras: [] });
    await fleet.beat(other.apiKey, as);
    expect(await fleet.log(`subject=camera:${encodeURIComponent(mine.cameraId)}`)).toMatchObject([
      {
        action: "camera.change-device",
        before: { edgeDeviceId: mine.device.id },
        after: { edgeDeviceId: other.device.id },
      },
    ]);
    expect(await findCameraDevice(cloud.parts.db, mine.cameraId)).toMatchObject({ id: other.device.id });
  });

  test("with the shared key is the one that it names", async () => {
    const key = { "X-API-Key": EDGE_KEY };
    const heartbeat = {
      device_id: "old",
      cameras: [{ camera_id: "shared", state: "running" }],
      watching_enabled: true,
    };
    await fleet.beat(EDGE_KEY, heartbeat);
    await ask(base, "GET", "/v1/cameras/shared/live-picture", ann.authorization);
    const poll = (name: string) => ask(base, "GET", `/v1/edge/watched-cameras?device_id=${name}`, key);
    expect((await poll("old")).data.cameras).toEqual(["shared"]);
    expect((await poll("new")).data).toEqual({ cameras: [], version: "none" });
    const send = (name: string) =>
      ask(base, "POST", "/v1/edge/live-pictures", key, { device_id: name, camera_id: "shared", image });
    expect((await send("new")).data).toEqual({ watched: false });
    expect((await send("old")).data).toEqual({ watched: true });
  });

  test("sends small JPEG pictures, and not too many of them", async () => {
    const box = await makeBox();
    await box.view(base);
    for (const bad of [await jpegOf(64, "png"), await jpegOf(1_281), "no picture", image.slice(0, -80)])
      expect((await box.send(base, { image: bad })).error.code).toBe("INVALID_IMAGE_FORMAT");
    expect(await box.send(base, { image: "A".repeat(600_000) })).toMatchObject({ status: 413 });
    expect(await box.send(base, {})).toMatchObject({ status: 400 });
    const replies = await Promise.all(Array.from({ length: 60 }, () => box.send(base, { absence: "camera" })));
    const refused = replies.find(({ status }) => status === 429);
    expect([refused?.error.code, refused?.headers.get("Retry-After")]).toEqual(["RATE_LIMIT_EXCEEDED", "1"]);
  });

  test("has two requests that wait: a third one ends the first", async () => {
    const box = await makeBox();
    const { version } = (await box.poll(base, "", 0)).data;
    const [first, ...others] = [1, 2, 3].map(() => box.poll(base, version));
    // The order in which the three arrive is open: one of them ends, and the others wait for the change.
    const ended = await Promise.race([first, ...others]);
    expect(ended?.data.cameras).toEqual([]);
    await box.view(otherBase);
    const all = await Promise.all([first, ...others]);
    expect(all.flatMap((reply) => reply?.data.cameras)).toEqual([box.cameraId, box.cameraId]);
  });
});

// The last test: it moves the clock of one of the two processes.
test("a user who leaves: the box is asked for nothing within seconds, and the picture is deleted", async () => {
  const box = await makeBox();
  await box.view(base);
  await box.send(base, { image });
  const watched = await box.poll(base, "", 0);
  expect(watched.data.cameras).toEqual([box.cameraId]);
  const next = box.poll(base, watched.data.version);
  cloud.advanceMs(LEASE_MS + 1);
  expect((await next).data.cameras).toEqual([]);
  expect((await box.send(base, { image })).data).toEqual({ watched: false });
  const isOfBox = eq(watchedCameras.cameraId, box.cameraId);
  const images = async () => cloud.parts.db.select({ image: watchedCameras.image }).from(watchedCameras).where(isOfBox);
  await expect.poll(images).toEqual([{ image: null }]);
});
