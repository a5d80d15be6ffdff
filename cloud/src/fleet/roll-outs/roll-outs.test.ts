import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { drawKey } from "../../intake/box-testing.ts";
import { fleetOf } from "../edge-devices/testing.ts";
import { findOpenRollOuts } from "./roll-out-store.ts";
import { writeRelease } from "./testing.ts";

const cloud = await createTestApp();
const fleet = await fleetOf(cloud);
const key = drawKey();
const { headers } = fleet;
const admin = (method: string, path: string, body?: unknown) =>
  cloud.send(method, `/v1/admin${path}`, { headers, body });

async function upload(bytes: Uint8Array, type = "application/octet-stream") {
  const init = { method: "POST", headers: { ...headers, "Content-Type": type }, body: new Uint8Array(bytes) };
  const reply = await cloud.app.request("/v1/admin/releases", init);
  return { status: reply.status, body: JSON.parse(await reply.text()) };
}
const model = (version: string, files = { "cargo.onnx": randomBytes(100) }) =>
  upload(writeRelease(key, { version, files }));
const idOf = async (version: string) => (await model(version)).body.data.id as string;
const download = async (id: string, more: Record<string, string> = {}) => {
  const reply = await cloud.app.request(`/v1/edge/releases/${id}`, { headers: { "X-API-Key": EDGE_KEY, ...more } });
  return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) };
};
const stored = async (folder: string) => {
  const keys: string[] = [];
  for await (const { key: each } of cloud.parts.storage.list(folder)) keys.push(each);
  return keys;
};

/** A device with one camera that reports its running releases. */
async function box(name: string) {
  const { device, apiKey } = await fleet.make(name);
  const camera = { camera_id: `${name}-top`, state: "running" };
  const beat = async (...releases: object[]) =>
    (await fleet.beat(apiKey, { device_id: name, cameras: [camera], releases })).body.data.releases;
  return { id: device.id as string, beat, cameraId: camera.camera_id };
}
const report = (releaseId: string, version: string, more: object = {}) => ({
  release_id: releaseId,
  kind: "model",
  name: "category",
  version,
  state: "running",
  ...more,
});
const versions = (wanted: { version: string }[]) => wanted.map(({ version }) => version);

test("a release is stored in pieces, downloaded whole and by ranges, and kept once however often it is sent", async () => {
  const large = writeRelease(key, { version: "large", files: { "cargo.onnx": randomBytes(20_000_000) } });
  const first = await upload(large);
  const sha256 = createHash("sha256").update(large).digest("hex");
  expect(first).toMatchObject({
    status: 201,
    body: { data: { kind: "model", name: "category", sizeBytes: large.length, sha256, uploadedBy: fleet.adminEmail } },
  });
  const { id } = first.body.data;
  expect(await upload(large)).toEqual({ status: 200, body: first.body });
  expect(await stored(`releases/${id}`)).toHaveLength(3);
  const whole = await download(id);
  expect([whole.status, whole.headers.get("ETag"), whole.bytes.equals(large)]).toEqual([200, `"${sha256}"`, true]);
  for (const [start, end] of [
    [8_388_607, 8_388_608],
    [100, 20_000_000],
    [16_777_216, large.length - 1],
  ] as const) {
    const part = await download(id, { Range: `bytes=${start}-${end}`, "If-Range": `"${sha256}"` });
    expect([part.status, part.bytes.equals(large.subarray(start, end + 1))]).toEqual([206, true]);
  }
  expect((await download(id, { Range: "bytes=5-", "If-Range": '"other"' })).status).toBe(200);
  expect((await download(id, { Range: `bytes=${large.length}-` })).status).toBe(416);
  expect(await download("none")).toMatchObject({ status: 404 });
  const [entry] = await fleet.log(`subject=release:${id}`);
  expect(entry).toMatchObject({ action: "release.upload", after: { sha256, version: "large" } });
});

test("a release that the storage has lost, or damaged, is stored again by the same file", async () => {
  const file = writeRelease(key, { version: "lost", files: { "cargo.onnx": randomBytes(9_000_000) } });
  const { id } = (await upload(file)).body.data;
  const [, second = ""] = await stored(`releases/${id}`);
  const { storage } = cloud.parts;
  for (const damage of [() => storage.delete(second), () => storage.write(second, Buffer.from("damaged"))]) {
    await damage();
    expect((await upload(file)).status).toBe(200);
    expect((await download(id)).bytes.equals(file)).toBe(true);
  }
  expect((await upload(file)).status).toBe(200);
  const actions = (await fleet.log(`subject=release:${id}`)).map(({ action }: { action: string }) => action);
  expect(actions).toEqual(["release.restore", "release.restore", "release.upload"]);
});

test("a version that was never rolled out is deleted with its file, and may be uploaded again; others stay", async () => {
  const id = await idOf("mistaken");
  expect((await admin("DELETE", `/releases/${id}`)).status).toBe(200);
  expect([await stored(`releases/${id}`), (await download(id)).status]).toEqual([[], 404]);
  expect(await admin("DELETE", `/releases/${id}`)).toMatchObject({ status: 404 });
  const [entry] = await fleet.log(`subject=release:${id}`);
  expect(entry).toMatchObject({ action: "release.delete", before: { version: "mistaken" }, after: null });
  const again = await idOf("mistaken");
  const { id: rollOutId } = (await admin("POST", "/roll-outs", { releaseId: again, stage: "all" })).body.data;
  await admin("PUT", `/roll-outs/${rollOutId}`, { state: "rolled-back" });
  const refusal = { status: 409, body: { error: { code: "RELEASE_IN_USE" } } };
  expect(await admin("DELETE", `/releases/${again}`)).toMatchObject(refusal);
  expect(await stored(`releases/${again}`)).toHaveLength(1);
});

test("another file of the same version is refused, and leaves nothing in the storage", async () => {
  const id = await idOf("1.0.0");
  const before = await stored("releases");
  expect(await model("1.0.0")).toMatchObject({ status: 409, body: { error: { code: "RELEASE_EXISTS" } } });
  expect(await stored("releases")).toEqual(before);
  const { items } = (await admin("GET", "/releases?kind=model")).body.data;
  expect(items.map((each: { id: string }) => each.id)).toContain(id);
  const concurrent = await Promise.all([model("raced"), model("raced"), model("raced")]);
  expect(concurrent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
  expect(await stored("releases")).toHaveLength(before.length + 1);
});

test("an upload whose commit has an unknown outcome keeps its file; sent again, it is one release", async () => {
  const cut =
    "create function cut() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$";
  const trigger =
    "create constraint trigger cut after insert on releases deferrable initially deferred for each row execute function cut()";
  const file = writeRelease(key, { version: "cut", files: { "cargo.onnx": randomBytes(100) } });
  const before = await stored("releases");
  for (const statement of [cut, trigger]) await cloud.parts.db.execute(statement);
  expect((await upload(file)).status).toBe(503);
  await cloud.parts.db.execute("drop trigger cut on releases");
  expect(await stored("releases")).toHaveLength(before.length + 1);
  const { status, body } = await upload(file);
  expect([status, (await download(body.data.id)).bytes.equals(file)]).toEqual([201, true]);
});

const whole = writeRelease(key, {
  version: "bad",
  files: { "cargo.onnx": Buffer.from("model"), "goldens/a": Buffer.from("a") },
});
const headOf = (bytes: Buffer) => JSON.parse(bytes.toString("utf8", 0, bytes.indexOf("\n")));
const withHead = (change: object) =>
  Buffer.concat([Buffer.from(JSON.stringify({ ...headOf(whole), ...change })), whole.subarray(whole.indexOf("\n"))]);
const signed = (files: Record<string, Buffer>) => writeRelease(key, { version: "bad", files });

test.each<[string, Buffer, string]>([
  ["nothing", Buffer.alloc(0), "it is empty|does not begin"],
  ["text", Buffer.from("no release\n"), "does not begin"],
  ["a first line without an end", Buffer.from("{"), "does not begin"],
  ["a changed byte", Buffer.concat([whole.subarray(0, -1), Buffer.from("b")]), "contents of goldens/a"],
  ["a missing byte", whole.subarray(0, -1), "contents of goldens/a"],
  ["a further byte", Buffer.concat([whole, Buffer.from("b")]), "bytes follow"],
  ["another key", withHead({ publicKey: drawKey().publicKey }), "signature"],
  ["another manifest", withHead({ manifest: `${headOf(whole).manifest} ` }), "signature"],
  ["a path that leads elsewhere", signed({ "../cargo.onnx": Buffer.from("x") }), "files.0.path"],
  ["an absolute path", signed({ "/etc/passwd": Buffer.from("x") }), "files.0.path"],
])("%s is refused", async (_what, bytes, problem) => {
  const reply = await upload(bytes);
  expect(reply).toMatchObject({ status: 400, body: { error: { code: "VALIDATION_ERROR" } } });
  expect(reply.body.error.message).toMatch(new RegExp(problem));
});

test("a canary runs the new version first; promoting, stopping and rolling back change what devices are to run", async () => {
  const [canary, second, third] = [await box("canary"), await box("second"), await box("third")];
  const [old, fresh] = [await idOf("2.0.0"), await idOf("2.1.0")];
  const group = { deviceIds: [canary.id, second.id, third.id] };
  const begin = (releaseId: string, more: object) => admin("POST", "/roll-outs", { releaseId, group, ...more });
  expect((await begin(old, { stage: "all" })).status).toBe(201);
  const { data } = (await begin(fresh, { canaryIds: [canary.id], note: "Better at sacks" })).body;
  const change = (body: object) => admin("PUT", `/roll-outs/${data.id}`, body);
  const wanted = async (state: object[] = []) =>
    [await canary.beat(report(fresh, "2.1.0")), await second.beat(...state), await third.beat()].map(versions);
  expect(await wanted()).toEqual([["2.1.0"], ["2.0.0"], ["2.0.0"]]);
  expect((await change({ stage: "all" })).body.data).toMatchObject({ stage: "all", state: "active" });
  expect(await wanted()).toEqual([["2.1.0"], ["2.1.0"], ["2.1.0"]]);
  const refused = report(fresh, "2.1.0", { state: "refused", reason: "golden pictures differ" });
  await change({ state: "stopped" });
  expect(await wanted([report(old, "2.0.0"), refused])).toEqual([["2.1.0"], ["2.0.0"], ["2.0.0"]]);
  const { devices } = (await admin("GET", `/roll-outs/${data.id}`)).body.data;
  const reason = "golden pictures differ";
  expect(devices).toMatchObject([
    { name: "canary", isCanary: true, isWanted: true, state: "running", reason: null, runningVersion: "2.1.0" },
    { name: "second", isCanary: false, isWanted: false, state: "refused", reason, runningVersion: "2.0.0" },
    { name: "third", isWanted: false, state: null, runningVersion: null },
  ]);
  await change({ state: "active" });
  expect(await wanted()).toEqual([["2.1.0"], ["2.1.0"], ["2.1.0"]]);
  await change({ state: "rolled-back" });
  expect(await wanted()).toEqual([["2.0.0"], ["2.0.0"], ["2.0.0"]]);
  expect(await change({ state: "active" })).toMatchObject({ status: 409, body: { error: { code: "ROLL_OUT_ENDED" } } });
  const entries = await fleet.log(`subject=roll-out:${data.id}`);
  expect(entries.map(({ action, after }: { action: string; after: object }) => [action, after])).toEqual([
    ["roll-out.update", { state: "rolled-back" }],
    ["roll-out.update", { state: "active" }],
    ["roll-out.update", { state: "stopped" }],
    ["roll-out.update", { stage: "all" }],
    ["roll-out.begin", expect.objectContaining({ releaseId: fresh, note: "Better at sacks" })],
  ]);
});

test("heartbeats do not read roll-outs that ended, and rolling the newest back returns to the one before", async () => {
  const gate = await box("superseded");
  const beginAll = async (version: string, more: object = {}) =>
    (await admin("POST", "/roll-outs", { releaseId: await idOf(version), stage: "all", ...more })).body.data.id;
  const open = async () => (await findOpenRollOuts(cloud.parts.db)).map(({ release }) => release.version);
  const before = await open();
  const ids = [];
  for (const version of ["5.0.0", "5.1.0", "5.2.0"]) ids.push(await beginAll(version));
  const part = await beginAll("5.3.0", { group: { deviceIds: [gate.id] } });
  expect([await open(), versions(await gate.beat())]).toEqual([["5.3.0", "5.2.0"], ["5.3.0"]]);
  const end = async (id: string, state: string) => (await admin("PUT", `/roll-outs/${id}`, { state })).body.data.state;
  expect(await end(part, "rolled-back")).toBe("rolled-back");
  expect(await end(ids[1], "rolled-back")).toBe("rolled-back");
  expect(await end(ids[0], "active")).toBe("superseded");
  expect([await end(ids[2], "stopped"), versions(await gate.beat())]).toEqual(["stopped", ["5.0.0"]]);
  expect([await end(ids[2], "active"), versions(await gate.beat())]).toEqual(["active", ["5.2.0"]]);
  expect([await end(ids[2], "rolled-back"), versions(await gate.beat())]).toEqual(["rolled-back", ["5.0.0"]]);
  await end(ids[0], "rolled-back");
  expect(await open()).toEqual(before);
});

test("a group of sites covers the devices with a camera there; a device without a heartbeat belongs to none", async () => {
  const plan = {
    sites: [
      { name: "North", lanes: [{ name: "In 1" }] },
      { name: "South", lanes: [{ name: "In 2" }] },
    ],
  };
  const { sites } = (await admin("PUT", "/topology", plan)).body.data;
  const [north, south] = [await box("north"), await box("south")];
  await box("unplaced");
  for (const [index, { cameraId }] of [north, south].entries())
    await admin("PUT", `/cameras/${cameraId}`, { laneId: sites[index].lanes[0].id });
  const releaseId = await idOf("3.0.0");
  await Promise.all([north.beat(), south.beat()]);
  const begun = await admin("POST", "/roll-outs", { releaseId, stage: "all", group: { siteIds: [sites[0].id] } });
  expect(begun.body.data.devices.map(({ name }: { name: string }) => name)).toEqual(["north"]);
  expect([await north.beat(), await south.beat()].map(versions)).toEqual([["3.0.0"], []]);
  await admin("PUT", `/roll-outs/${begun.body.data.id}`, { state: "rolled-back" });
});

test("a roll-out of an unknown release, to unknown devices or without a canary is refused", async () => {
  const releaseId = await idOf("4.0.0");
  const refused = async (body: object) => {
    const { status, body: reply } = await admin("POST", "/roll-outs", body);
    return [status, reply.error.code, reply.error.details?.[0]?.path];
  };
  expect(await refused({ releaseId: "none", stage: "all" })).toEqual([404, "RELEASE_NOT_FOUND", undefined]);
  expect(await refused({ releaseId })).toEqual([400, "VALIDATION_ERROR", "canaryIds"]);
  expect(await refused({ releaseId, canaryIds: ["unknown"] })).toEqual([400, "VALIDATION_ERROR", "canaryIds"]);
  const [inside, outside] = [(await box("inside")).id, (await box("outside")).id];
  const [deviceIds, canaryIds] = [[inside], [outside]];
  expect(await refused({ releaseId, group: { deviceIds }, canaryIds })).toEqual([400, "VALIDATION_ERROR", "canaryIds"]);
  const group = { siteIds: ["nowhere"] };
  expect(await refused({ releaseId, stage: "all", group })).toEqual([400, "VALIDATION_ERROR", "group.siteIds"]);
});

test("a device with the shared key gets its list by its name; an unknown device gets none", async () => {
  const { body } = await fleet.beat(EDGE_KEY, { device_id: "old-box" });
  expect(body.data.releases).toEqual([]);
  expect((await fleet.beat(EDGE_KEY, {})).body.data.releases).toBe(undefined);
});
