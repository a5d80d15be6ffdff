import { describe, expect, test } from "vitest";
import { createTestApp } from "../testing/app.ts";
import { countTraces, drawJpeg, edgeSender, scanBody, sha256Of } from "./testing.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const supervisor = await cloud.signIn("supervisor");
const headers = supervisor.authorization;

const getContainer = async (id: string) => (await cloud.send("GET", `/v1/containers/${id}`, { headers })).body.data;

describe("a category scan", () => {
  test("makes an unknown container and shows itself on it", async () => {
    const timestamp = new Date(cloud.parts.nowMs() - 60_000).toISOString();
    const polygon = { x: [1, 2, 3], y: [4, 5, 6] };
    const detections = [
      { class_name: "carton", confidence: 0.9, area_percentage: 12.5, quantity: 4, polygon, colour: "red" },
      { class_name: "carton", confidence: 0.4, area_percentage: null },
      {},
    ];
    const reply = await scan(
      "csqu 305438-3",
      await scanBody({ detections, timestamp, camera_id: "c1", device_id: "d1" }),
    );
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ success: true, idempotencyKey: null });
    const { data } = reply.body;
    const nothing = {
      className: null,
      confidence: null,
      polygon: null,
      areaPercentage: null,
      quantity: null,
      volume: null,
    };
    expect(data).toMatchObject({ containerNumber: "CSQU3054383", created: true, manifestMatch: null });
    expect(data.categoryScan).toEqual({
      scanId: data.scanId,
      timestamp,
      receivedAt: expect.any(String),
      clockSuspect: false,
      detections: [
        { ...nothing, className: "carton", confidence: 0.9, areaPercentage: 12.5, quantity: 4, polygon },
        { ...nothing, className: "carton", confidence: 0.4 },
        nothing,
      ],
      summary: [{ className: "carton", count: 5, areaPercentage: 12.5, bestConfidence: 0.9 }],
      cameraId: "c1",
      deviceId: "d1",
      userEmail: "edge-device@localhost",
    });
    expect(await getContainer(data.containerId)).toMatchObject({
      containerNumber: "CSQU3054383",
      numberCheck: "valid",
      status: "SCANNED",
      source: "edge",
      owner: { email: "edge-device@localhost" },
      categoryScan: data.categoryScan,
    });
  });

  test("goes to the container that has the number, however it is written", async () => {
    const first = await scan("TGHU7599330", await scanBody());
    const second = await scan("tghu 759933-0", await scanBody());
    expect(second.body.data).toMatchObject({ created: false, containerId: first.body.data.containerId });
  });

  test("keeps numbers that are not ISO 6346, also with a slash, and distinguishes them by more than case", async () => {
    const first = await scan("Box/7 a", await scanBody());
    expect(first.body.data).toMatchObject({ containerNumber: "Box/7 a", created: true });
    expect((await scan("BOX/7 A", await scanBody())).body.data.created).toBe(false);
  });

  test("may be without detections", async () => {
    const reply = await scan("EMPTY1", await scanBody({ detections: [] }));
    expect(reply.body.data.categoryScan).toMatchObject({ detections: [], summary: [] });
  });

  test("takes nulls as absent and ignores unknown keys", async () => {
    const nulls = { user_email: null, camera_id: null, timestamp: null, visualization: null, image_sha256: null };
    const reply = await scan("NULLS1", await scanBody({ ...nulls, weather: { sun: true } }));
    expect(reply.status).toBe(200);
    expect(reply.body.data.categoryScan).toMatchObject({
      cameraId: null,
      deviceId: null,
      userEmail: "edge-device@localhost",
    });
  });
});

describe("the operator of a scan", () => {
  test("owns the container it makes, not one that existed", async () => {
    const [ann, bob] = [await cloud.signIn("operator", "ann@example.com"), await cloud.signIn("operator")];
    const { containerId } = (await scan("OWN1", await scanBody({ user_email: "ANN@example.com" }))).body.data;
    await scan("OWN1", await scanBody({ user_email: bob.email }));
    expect((await getContainer(containerId)).owner).toEqual({ id: ann.id, email: "ann@example.com" });
  });

  test("is kept without an account, and the default account owns the container", async () => {
    const { data } = (await scan("OWN2", await scanBody({ user_email: "unknown@example.com" }))).body;
    expect(data.categoryScan.userEmail).toBe("unknown@example.com");
    expect((await getContainer(data.containerId)).owner.email).toBe("edge-device@localhost");
  });
});

describe("the scan a container shows", () => {
  const at = (minutes: number) => new Date(cloud.parts.nowMs() + minutes * 60_000).toISOString();
  const shown = async (number: string, timestamps: (string | undefined)[]) => {
    const replies = [];
    for (const timestamp of timestamps) replies.push((await scan(number, await scanBody({ timestamp }))).body.data);
    const { categoryScan } = await getContainer(replies[0].containerId);
    expect(replies.at(-1).categoryScan.scanId).toBe(categoryScan.scanId);
    return replies.findIndex(({ scanId }) => scanId === categoryScan.scanId);
  };

  const same = at(-50);
  let boxes = 0;
  test.each<[string, (string | undefined)[], number]>([
    ["the newest, arriving in order", [at(-9), at(-8), at(-7)], 2],
    ["the newest, arriving first", [at(-7), at(-9), at(-8)], 0],
    ["the last to arrive of two at the same time", [same, same], 1],
    ["one without a time counts as it arrives", [at(-1), undefined], 1],
    ["a clock a little ahead counts", [at(4), undefined], 0],
    ["a clock far ahead counts as it arrived", [at(60 * 24 * 30), undefined], 1],
    ["a clock 20 years back counts as it arrived", [at(-1), "2006-01-01T00:00:00Z"], 1],
    ["an offset is understood", ["2026-01-01T12:00:00+02:00", "2026-01-01T11:00:00Z", "2026-01-01T10:30:00"], 1],
  ])("%s", async (_case, timestamps, expected) =>
    expect(await shown(`ORDER ${(boxes += 1)}`, timestamps)).toBe(expected),
  );

  test.each([
    ["30 days ahead", at(60 * 24 * 30), true],
    ["6 minutes ahead", at(6), true],
    ["4 minutes ahead", at(4), false],
    ["399 days back", at(-399 * 24 * 60), false],
    ["401 days back", at(-401 * 24 * 60), true],
    ["in the year 1", "0001-01-01T00:00:00.000Z", true],
    ["in the year 99", "0099-12-31T23:59:59.999Z", true],
    ["in the year 9999", "9999-12-31T23:59:59.999Z", true],
  ])("a time %s is kept and marked", async (name, timestamp, clockSuspect) => {
    const { categoryScan } = (await scan(`CLOCK ${name}`, await scanBody({ timestamp }))).body.data;
    expect(categoryScan).toMatchObject({ timestamp, clockSuspect });
    const { containerId } = (await scan(`CLOCK ${name}`, await scanBody({ timestamp }))).body.data;
    const scans = await cloud.send("GET", `/v1/containers/${containerId}/scans`, { headers });
    const shown = { timestamp, clockSuspect };
    expect(scans.body.data.items).toMatchObject([shown, shown]);
    expect((await cloud.send("GET", `/v1/containers/${containerId}/report`, { headers })).status).toBe(200);
  });

  test.each([
    ["2026-11-22T02:00:00+00", "2026-11-22T02:00:00.000Z"],
    ["2026-11-22T04:00+0200", "2026-11-22T02:00:00.000Z"],
    ["20261122T020000,5Z", "2026-11-22T02:00:00.500Z"],
    ["2026-11-22t24:00:00z", "2026-11-23T00:00:00.000Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"],
  ])("the time %s is understood", async (sent, timestamp) => {
    const { containerId, scanId } = (await scan("FORMS", await scanBody({ timestamp: sent }))).body.data;
    const stored = await cloud.send("GET", `/v1/containers/${containerId}/scans/${scanId}`, { headers });
    expect(stored.body.data).toMatchObject({ timestamp });
  });
});

describe("the pictures of a scan", () => {
  test("come back byte for byte, to those who may see the container", async () => {
    const [image, visualization] = [await drawJpeg(7), await drawJpeg(8)];
    const encoded = {
      image: `data:image/png;base64,${image.toString("base64")}`,
      visualization: visualization.toString("base64"),
    };
    const { containerId, scanId } = (await scan("PIC1", await scanBody(encoded))).body.data;
    const url = `/v1/containers/${containerId}/scans/${scanId}`;
    const stored = (await cloud.send("GET", url, { headers })).body.data;
    const sha256 = sha256Of(image);
    expect(stored).toMatchObject({ type: "category", source: "edge", status: "done", hasVisualization: true });
    expect(stored.image).toEqual({
      width: 96,
      height: 64,
      contentType: "image/jpeg",
      sizeBytes: image.length,
      sha256,
      originalSha256: sha256,
      reduced: false,
      deletedAt: null,
    });
    for (const [name, bytes] of [
      ["image", image],
      ["visualization", visualization],
    ] as const) {
      // prettier-ignore
      const reply = await cloud.app.request(`${url}/${name}`, { headers });
      expect(Buffer.from(await reply.arrayBuffer()).equals(bytes)).toBe(true);
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        "content-type": "image/jpeg",
        "content-length": String(bytes.length),
        "content-disposition": `inline; filename="${scanId}-${name}.jpeg"`,
        "x-content-type-options": "nosniff",
        "cache-control": "private, max-age=31536000, immutable",
        etag: `"${sha256Of(bytes)}"`,
      });
      const again = { ...headers, "If-None-Match": `"${sha256Of(bytes)}"` };
      expect((await cloud.app.request(`${url}/${name}`, { headers: again })).status).toBe(304);
      const other = await cloud.signIn("operator");
      expect((await cloud.send("GET", `${url}/${name}`, { headers: other.authorization })).body.error.code).toBe(
        "FORBIDDEN",
      );
    }
  });

  test("are 404 where there is none", async () => {
    const { containerId, scanId } = (await scan("PIC2", await scanBody())).body.data;
    const code = async (url: string) => (await cloud.send("GET", `/v1/containers/${url}`, { headers })).body.error.code;
    expect(await code(`${containerId}/scans/${scanId}/visualization`)).toBe("IMAGE_NOT_FOUND");
    await cloud.parts.storage.delete(`scans/${scanId}/image`);
    expect(await code(`${containerId}/scans/${scanId}/image`)).toBe("IMAGE_NOT_FOUND");
    expect(await code(`${containerId}/scans/nope/image`)).toBe("SCAN_NOT_FOUND");
    expect(await code(`nope/scans/${scanId}/image`)).toBe("CONTAINER_NOT_FOUND");
  });
});

test("20 scans at once for a new number make one container with the newest of them", async () => {
  const before = await countTraces(cloud);
  const times = Array.from({ length: 20 }, (_, index) => new Date(cloud.parts.nowMs() - index * 1_000).toISOString());
  const bodies = await Promise.all(times.map((timestamp) => scanBody({ timestamp })));
  const replies = await Promise.all(bodies.map((body, index) => scan(index % 2 ? "race 1" : "RACE 1", body)));
  expect(replies.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
  expect(replies.filter(({ body }) => body.data.created)).toHaveLength(1);
  const { categoryScan } = await getContainer(replies[0]!.body.data.containerId);
  expect(categoryScan.timestamp).toBe(times[0]);
  const after = await countTraces(cloud);
  expect(after).toEqual({ ...before, containers: before["containers"]! + 1, scans: before["scans"]! + 20, pictures: before["pictures"]! + 20 }); // prettier-ignore
});
