import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { createTestApp, EDGE_KEY } from "../testing/app.ts";
import { countTraces, drawJpeg, edgeSender, scanBody, sha256Of } from "./testing.ts";

const cloud = await createTestApp();
const { scan, identify } = edgeSender(cloud);
const good = JSON.stringify(await scanBody());
const nothing = { containers: 0, scans: 0, evidence: 0, receipts: 0, pictures: 0 };
const jpeg = await drawJpeg();
const base64 = jpeg.toString("base64");
const png = await sharp(jpeg).png().toBuffer();
const animation = await sharp(Buffer.alloc(16 * 32 * 3).fill(255, 768), {
  raw: { width: 16, height: 32, channels: 3, pageHeight: 16 },
})
  .webp({ loop: 0, delay: [100, 100] })
  .toBuffer();

/** Sends raw bytes, with the length that they have. */
async function sendRaw(
  body: string | Buffer,
  headers: Record<string, string> = {},
  url = "/v1/edge/containers/BAD1/scans/category",
) {
  const length = String(Buffer.byteLength(body));
  const all = {
    "X-API-Key": EDGE_KEY,
    "Content-Type": "application/json",
    "Content-Length": length,
    "Idempotency-Key": "bad",
  };
  const response = await cloud.app.request(url, { method: "POST", body, headers: { ...all, ...headers } });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

describe("a scan with a bad field is refused at its place, and leaves nothing", () => {
  const detection = (fields: object) => ({ detections: [{}, fields] });
  test.each<[string, Record<string, unknown>, string]>([
    ["no detections", { detections: undefined }, "detections"],
    ["null detections", { detections: null }, "detections"],
    ["detections that are an object", { detections: {} }, "detections"],
    ["1,001 detections", { detections: Array.from({ length: 1_001 }, () => ({})) }, "detections"],
    ["a detection that is text", { detections: ["carton"] }, "detections.0"],
    ["confidence above 1", detection({ confidence: 1.01 }), "detections.1.confidence"],
    ["confidence below 0", detection({ confidence: -0.01 }), "detections.1.confidence"],
    ["confidence as text", detection({ confidence: "0.9" }), "detections.1.confidence"],
    ["an area above 100", detection({ area_percentage: 100.1 }), "detections.1.area_percentage"],
    ["a negative quantity", detection({ quantity: -1 }), "detections.1.quantity"],
    ["a volume beyond reason", detection({ volume: 1e10 }), "detections.1.volume"],
    ["a class name of 10,000 characters", detection({ class_name: "x".repeat(10_000) }), "detections.1.class_name"],
    ["a polygon with unequal x and y", detection({ polygon: { x: [1, 2], y: [1] } }), "detections.1.polygon"],
    ["a polygon of text", detection({ polygon: { x: ["1"], y: ["1"] } }), "detections.1.polygon.x.0"],
    ["no image", { image: undefined }, "image"],
    ["null image", { image: null }, "image"],
    ["an empty image", { image: "" }, "image"],
    ["an image that is a number", { image: 5 }, "image"],
    ["base64 with junk", { image: `${base64.slice(0, 40)}*${base64.slice(40)}` }, "image"],
    ["base64url", { image: base64.replaceAll("+", "-").replaceAll("/", "_") }, "image"],
    ["base64 broken into lines", { image: base64.replace(/.{76}/g, "$&\n") }, "image"],
    ["an odd data URL", { image: `data:image/jpeg,${base64}` }, "image"],
    ["a data URL of a page", { image: `data:text/html;base64,${base64}` }, "image"],
    ["visualization as base64 with junk", { visualization: `${base64}!` }, "visualization"],
    ["a malformed email", { user_email: "unknown" }, "user_email"],
    ["an email of spaces", { user_email: " a@example.com " }, "user_email"],
    ["an impossible date", { timestamp: "2026-02-30T10:00:00Z" }, "timestamp"],
    ["a date of year 0", { timestamp: "0000-06-01T00:00:00Z" }, "timestamp"],
    ["a date without a time", { timestamp: "2026-02-03" }, "timestamp"],
    ["a time in seconds", { timestamp: 1_790_000_000 }, "timestamp"],
    ["a camera of 201 characters", { camera_id: "c".repeat(201) }, "camera_id"],
    ["a camera with a NUL", { camera_id: "a\0b" }, ""],
    ["a lone surrogate", { camera_id: "\ud800" }, ""],
    ["the hash of another image", { image_sha256: "0".repeat(64) }, "image_sha256"],
    ["a hash in capitals", { image_sha256: sha256Of(jpeg).toUpperCase() }, "image_sha256"],
    ["a reduced image without the hash of its original", { image_reduced: true }, "image_sha256"],
    ["a fraction as sequence", { sequence: 1.5 }, "sequence"],
    ["a sequence beyond 2^53", { sequence: 2 ** 60 }, "sequence"],
    ["a record hash without its facts", { record_sha256: "0".repeat(64) }, "record_sha256"],
  ])("%s", async (_case, changes, path) => {
    const reply = await scan("BAD1", await scanBody(changes), { "Idempotency-Key": "bad" });
    expect([reply.status, reply.body.success, reply.body.idempotencyKey]).toEqual([400, false, "bad"]);
    expect(reply.body.error.code).toBe("VALIDATION_ERROR");
    expect(reply.body.error.details[0].path).toBe(path);
    expect(await countTraces(cloud)).toEqual(nothing);
  });
});

describe("a picture that is none is refused, and leaves nothing", () => {
  test.each<[string, Buffer]>([
    ["text", Buffer.from("hello")],
    ["half a JPEG", jpeg.subarray(0, jpeg.length / 2)],
    ["a JPEG without its last bytes", jpeg.subarray(0, -8)],
    ["half a PNG", png.subarray(0, png.length / 2)],
    ["an animation", animation],
    ["SVG", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ["PDF", Buffer.from("%PDF-1.4 %%EOF")],
    ["GIF", Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64")],
  ])("%s", async (_case, bytes) => {
    for (const field of ["image", "visualization"]) {
      const reply = await scan("BAD1", await scanBody({ [field]: bytes.toString("base64") }));
      expect([reply.status, reply.body.error.code]).toEqual([400, "INVALID_IMAGE_FORMAT"]);
      expect(reply.body.error.details[0].path).toBe(field);
    }
    expect(await countTraces(cloud)).toEqual(nothing);
  });
});

describe("a body that is no JSON object is refused, and leaves nothing", () => {
  test.each<[string, string | Buffer, Record<string, string>, number]>([
    ["nothing", "", {}, 400],
    ["cut off", good.slice(0, -1), {}, 400],
    ["led by a byte order mark", `\ufeff${good}`, {}, 400],
    ["not UTF-8", Buffer.concat([Buffer.from(good.slice(0, -1)), Buffer.from(',"x":"\xff"}', "latin1")]), {}, 400],
    ["NaN", good.replace("12.5", "NaN"), {}, 400],
    ["Infinity by exponent", good.replace("12.5", "1e999"), {}, 400],
    ["null", "null", {}, 400],
    ["a list", `[${good}]`, {}, 400],
    ["200,000 deep", `${'{"a":'.repeat(200_000)}1${"}".repeat(200_000)}`, {}, 400],
    ["with __proto__", good.replace("{", '{"__proto__":{"image":"x"},'), {}, 400],
    ["with a key twice", good.replace("{", '{"image":"x",'), {}, 400],
    ["of another type", good, { "Content-Type": "text/plain" }, 400],
    ["compressed", good, { "Content-Encoding": "gzip" }, 400],
    ["over the limit by its length", good, { "Content-Length": "52428801" }, 413],
    ["over the limit", Buffer.alloc(52_428_801, 0x20), {}, 413],
  ])("%s", async (_case, body, headers, status) => {
    const reply = await sendRaw(body, headers);
    expect([reply.status, reply.body.success, reply.body.idempotencyKey]).toEqual([status, false, "bad"]);
    expect(await countTraces(cloud)).toEqual(nothing);
  });
});

describe("a container number in the path", () => {
  const cyrillic = "СSQU3054383";
  test.each([["%20"], ["%20%20"], ["a%0Ab"], ["%00"], [encodeURIComponent(cyrillic)], ["x".repeat(65)], ["a%27%20OR%201=1"], ["%"], ["%zz"]])("%s is refused", async (text) => {
    const reply = await sendRaw(JSON.stringify(await scanBody()), {}, `/v1/edge/containers/${text}/scans/category`);
    expect([reply.status, reply.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(reply.body.error.details[0].path).toBe("containerNumber");
    expect(await countTraces(cloud)).toEqual(nothing);
  }); // prettier-ignore
});

describe("identify", () => {
  test.each<[string, unknown, string]>([
    ["no number", {}, "container_number"],
    ["a null number", { container_number: null }, "container_number"],
    ["an image that is none", { image: "?" }, "image"],
    ["a number of look-alike letters", { container_number: "МSKU9070323" }, "container_number"],
    ["a malformed email", { container_number: "A1", user_email: "x" }, "user_email"],
    ["a confidence above 1", { container_number: "A1", confidence: 2 }, "confidence"],
  ])("refuses %s", async (_case, body, path) => {
    const reply = await identify(body);
    expect([reply.status, reply.body.error.code, reply.body.error.details[0].path]).toEqual([
      400,
      "VALIDATION_ERROR",
      path,
    ]);
    expect(await countTraces(cloud)).toEqual(nothing);
  });
});

test.each([["X-API-Key", "", "MISSING_API_KEY"], ["X-API-Key", "wrong", "INVALID_API_KEY"]])("%s: '%s' is 401 before anything is read", async (name, value, code) => {
  const reply = await sendRaw("not JSON", { [name]: value });
  expect([reply.status, reply.body.error.code, reply.body.idempotencyKey]).toEqual([401, code, "bad"]);
}); // prettier-ignore
