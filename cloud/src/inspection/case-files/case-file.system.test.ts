import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { signedText } from "@container-inspection/shared-schemas/transfers";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { fleetOf } from "../../fleet/edge-devices/testing.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { createTestApp } from "../../testing/app.ts";
import { createBox, drawKey } from "../../intake/box-testing.ts";
import { verifyChainFile } from "./verify-chain.mjs";
import { openServiceKey } from "../../platform/settings/service-key.ts";
import { runCommand } from "../../operations/commands/run-command.ts";

const cloud = await createTestApp();
const fleet = await fleetOf(cloud);
const admin = await cloud.signIn("admin");
const folder = await mkdtemp(path.join(tmpdir(), "case-file-"));
cleanUpLater(() => rm(folder, { recursive: true, force: true }));

const download = async (url: string, file: string) => {
  const reply = await cloud.app.request(url, { headers: admin.authorization });
  expect(reply.status).toBe(200);
  await pipeline(Readable.fromWeb(reply.body as never), createWriteStream(file));
};
/** Writes the files of an archive to a new folder, as the programs of people's machines do. */
async function unpack(archive: string, place: string): Promise<void> {
  for (const [name, bytes] of Object.entries(unzipSync(await readFile(archive)))) {
    const file = path.join(place, name);
    await mkdir(path.dirname(file), { recursive: true });
    if (!name.endsWith("/")) await writeFile(file, bytes);
  }
}
const verify = (place: string, ...options: string[]) => {
  const command = ["verify.mjs", ...options];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: place, encoding: "utf8" });
  return { status, output: stdout + stderr };
};

const { fingerprint } = openServiceKey(cloud.parts.settings);
const UNKNOWN = `INTACT, SIGNED BY AN UNKNOWN KEY: its fingerprint is ${fingerprint}. `;
const VERIFIED = `verified: signed with the key ${fingerprint}\n`;

const { device, apiKey } = await fleet.make("Gate 1");
const key = drawKey();
await fleet.admin("PUT", `/${device.id}/signing-key`, key.registration);
const box = createBox({ nowMs: cloud.parts.nowMs });
const deliver = async (kind: string, number?: string) => {
  const record = await box.capture({ key, ...(number === undefined ? {} : { number }) });
  const { body } = await fleet.edge(apiKey, "POST", `/v1/edge/containers/${record.number}/${kind}`, record.body);
  return body.data as { containerId: string };
};
const { containerId } = await deliver("scans/category");
await deliver("scans/category", "CSQU3054383");
await deliver("scans/category");
const people = { headers: admin.authorization, body: { reason: "Look inside" } };
await cloud.send("POST", `/v1/containers/${containerId}/escalate`, people);

test("a case file verifies in an empty folder, and names each file of which one byte was changed", async () => {
  const archive = path.join(folder, "case.zip");
  await download(`/v1/containers/${containerId}/case-file?visit=1`, archive);
  const unpacked = path.join(folder, "unpacked");
  await unpack(archive, unpacked);
  const intact = "all files are as exported; 2 records signed by their devices, 0 not\n";
  expect(verify(unpacked)).toEqual({ status: 3, output: expect.stringContaining(`${intact}${UNKNOWN}`) });
  expect(verify(unpacked, "--key", fingerprint)).toEqual({ status: 0, output: `${intact}${VERIFIED}` });
  const read = async (name: string) => readFile(path.join(unpacked, name), "utf8");
  expect(JSON.parse(await read("scans.json"))).toHaveLength(2);
  expect(JSON.parse(await read("decisions.json"))).toMatchObject([{ reason: "Look inside" }]);
  const actions = JSON.parse(await read("audit.json")).map(({ action }: { action: string }) => action);
  expect(new Set(actions)).toEqual(
    new Set(["container.create", "container.set-status", "escalation.raise", "scan.record"]),
  );
  const files = await readdir(unpacked, { recursive: true, withFileTypes: true });
  for (const entry of files.filter((one) => one.isFile())) {
    const file = path.relative(unpacked, path.join(entry.parentPath, entry.name));
    const copy = path.join(folder, "copy");
    await cp(unpacked, copy, { recursive: true });
    const bytes = await readFile(path.join(copy, file));
    // The verifier must still run: its comment at the beginning.
    const at = file.startsWith("verify") ? 5 : Math.floor(bytes.length / 2);
    bytes[at] = bytes[at]! ^ 1;
    await writeFile(path.join(copy, file), bytes);
    const { status, output } = verify(copy);
    expect({ file, status, names: output.includes(file) }).toEqual({
      file,
      status: 1,
      names: true,
    });
    await rm(copy, { recursive: true });
  }
});

test("a case file that was changed and signed again verifies only as what another key has signed", async () => {
  const forged = path.join(folder, "forged");
  await cp(path.join(folder, "unpacked"), forged, { recursive: true });
  await writeFile(path.join(forged, "decisions.json"), "[]");
  const {
    sha256: _sha256,
    signature,
    ...manifest
  } = JSON.parse(await readFile(path.join(forged, "manifest.json"), "utf8"));
  const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
  manifest.files.find(({ name }: { name: string }) => name === "decisions.json").sha256 = hashOf("[]");
  const sha256 = hashOf(JSON.stringify(manifest));
  const write = async (signed: object) =>
    writeFile(path.join(forged, "manifest.json"), JSON.stringify({ ...manifest, sha256, ...signed }));
  await write({ signature });
  expect(verify(forged)).toMatchObject({
    status: 1,
    output: expect.stringContaining("manifest.json: its signature is invalid"),
  });
  await write({});
  expect(verify(forged)).toMatchObject({
    status: 1,
    output: expect.stringContaining("manifest.json: its signature is invalid"),
  });
  const other = openServiceKey({ jwtSecret: "another secret" });
  await write({ signature: { publicKey: other.publicKey, value: other.sign(signedText("case", sha256)) } });
  expect(verify(forged)).toMatchObject({ status: 3, output: expect.stringContaining(other.fingerprint) });
  expect(verify(forged, "--key", fingerprint)).toMatchObject({
    status: 1,
    output: expect.stringContaining("signed with another key"),
  });
  expect(verify(forged, "--key", "abc")).toMatchObject({
    status: 1,
    output: expect.stringContaining("64 hexadecimal digits"),
  });
  const exported = path.join(folder, "unpacked");
  expect(verify(exported, "--key", fingerprint.toUpperCase())).toMatchObject({ status: 0 });
});

test("a link in a case file is found, whatever it leads to", async () => {
  const linked = path.join(folder, "linked");
  await cp(path.join(folder, "unpacked"), linked, { recursive: true });
  await symlink("/etc/hostname", path.join(linked, "more.json"));
  expect(verify(linked)).toMatchObject({ status: 1, output: expect.stringContaining("more.json: is not part") });
});

test("its export is recorded in the audit log, and the case of another user is refused", async () => {
  const url = `/v1/containers/${containerId}/case-file`;
  await download(url, path.join(folder, "whole.zip"));
  const log = await fleet.log(`subject=container:${containerId}&action=container.export-case-file`);
  expect(log[0]).toMatchObject({
    actor: { name: admin.email },
    after: { visit: null, scans: 2, evidence: 0, keyFingerprint: fingerprint },
  });
  const { authorization: headers } = await cloud.signIn("operator");
  expect(await cloud.send("GET", url, { headers })).toMatchObject({ status: 403 });
});

test("only a line feed ends a line of a chain, whatever names contain", async () => {
  const made = await fleet.make("Gate\u2028 3\u2029\u0085");
  const file = path.join(folder, "separators.ndjson");
  await download(`/v1/admin/edge-devices/${made.device.id}/chain`, file);
  expect(await readFile(file, "utf8")).toContain("\u2028");
  expect(await verifyChainFile(file)).toMatchObject({ problems: [] });
});

test("the chain of a device verifies offline; a changed, missing or doubled record, and a cut file, do not", async () => {
  const file = path.join(folder, "chain.ndjson");
  await download(`/v1/admin/edge-devices/${device.id}/chain`, file);
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
  const check = async (changed: string[]) => {
    const printed: string[] = [];
    const print = (line: string) => void printed.push(line);
    await writeFile(file, `${changed.join("\n")}\n`);
    const context = { environment: {}, nowMs: cloud.parts.nowMs, jobKinds: [], print, note: print };
    const code = await runCommand(["verify-chain", file], context);
    return `${code} ${printed.join("\n")}`;
  };
  expect(lines).toHaveLength(5);
  expect(await check(lines)).toMatch(/^0 verified: 3 records of Gate 1, 3 signed, 0 not signed$/);
  const [head = "", one = "", two = "", three = "", end = ""] = lines;
  expect(await check([head, one, three, end])).toMatch(/^1 [^]*category record 3 .*the record before it is missing/);
  expect(await check([head, one, two, two, three, end])).toMatch(/^1 [^]*category record 2 .*delivered 2 times/);
  expect(await check([head, one, two, three])).toMatch(/^1 the end of the file is missing/);
  expect(await check([head, one, three, two, end])).toMatch(/^1 the lines are not those that were exported/);
  const forged = JSON.stringify({ ...JSON.parse(two), chainText: JSON.parse(two).chainText.replace("CSQU", "MSKU") });
  expect(await check([head, one, forged, three, end])).toMatch(/^1 [^]*category record 2 .*does not have its SHA-256/);
  const unsigned = JSON.stringify({ ...JSON.parse(two), signature: JSON.parse(one).signature });
  expect(await check([head, one, unsigned, three, end])).toMatch(/^1 [^]*category record 2 .*the signature is invalid/);
});

test("a chain that begins again on new hardware verifies, with the record that it follows, here and in a case file", async () => {
  const [oldKey, newKey] = [drawKey(), drawKey()];
  const made = await fleet.make("Gate 2");
  const place = { deviceId: "box-2", cameraId: "gate-2", nowMs: cloud.parts.nowMs };
  const replaced = createBox(place);
  const send = async (hardware: typeof replaced, signer: typeof oldKey) => {
    await fleet.admin("PUT", `/${made.device.id}/signing-key`, signer.registration);
    const { number, body } = await hardware.capture({ key: signer, number: "MSCU4125810" });
    const reply = await fleet.edge(made.apiKey, "POST", `/v1/edge/containers/${number}/scans/category`, body);
    return reply.body.data as { containerId: string; scanId: string };
  };
  const [last, end] = [await send(replaced, oldKey), replaced.end()];
  const first = await send(createBox(place, { ...end, sequence: 0 }), newKey);
  // The old disk is read later.
  await send(replaced, oldKey);
  const line =
    `category record 1 of camera gate-2 (${first.scanId}) is the first on new hardware, ` +
    `and follows category record 1 of camera gate-2 (${last.scanId})`;
  const file = path.join(folder, "replaced.ndjson");
  await download(`/v1/admin/edge-devices/${made.device.id}/chain`, file);
  const printed: string[] = [];
  const print = (text: string) => void printed.push(text);
  const context = { environment: {}, nowMs: cloud.parts.nowMs, jobKinds: [], print, note: print };
  expect(await runCommand(["verify-chain", file], context)).toBe(0);
  expect(printed).toEqual([line, "verified: 3 records of Gate 2, 3 signed, 0 not signed"]);
  const archive = path.join(folder, "replaced.zip");
  await download(`/v1/containers/${first.containerId}/case-file`, archive);
  const unpacked = path.join(folder, "replaced");
  await unpack(archive, unpacked);
  expect(verify(unpacked, "--key", fingerprint)).toEqual({
    status: 0,
    output: `${line}\nall files are as exported; 3 records signed by their devices, 0 not\n${VERIFIED}`,
  });
});
