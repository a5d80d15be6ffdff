import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { readConfig } from "../../config/config.ts";
import { fixedKey } from "../../forwarding/link/api-key.ts";
import { createCloudLink } from "../../forwarding/link/cloud-link.ts";
import { startHeartbeats } from "../../forwarding/loops/send-heartbeats.ts";
import { createLogger } from "../../base/logger.ts";
import { readDisk } from "../../base/read-disk.ts";
import { followRollOuts } from "./follow-roll-outs.ts";

const BYTES = Buffer.from("not a release\n");
const HONEST_SHA256 = createHash("sha256").update(BYTES).digest("hex");

/** A device with data, beside another program, whose cloud names this release in every reply to a heartbeat. */
async function attack(named: object, list: "releases" | "shadows") {
  const folder = mkdtempSync(path.join(tmpdir(), "hostile-cloud-"));
  const dataDir = path.join(folder, "device", "data");
  for (const each of [dataDir, path.join(folder, "device", "other-program"), path.join(dataDir, "releases", "kept")]) {
    mkdirSync(each, { recursive: true });
    writeFileSync(path.join(each, "precious"), "precious");
  }
  const before = contentsOf(folder);
  const server = createServer((request, response) => {
    const isHeartbeat = request.url === "/v1/edge/heartbeat";
    const wanted = { releaseId: "r1", kind: "model", name: "category", version: "2", sizeBytes: BYTES.length };
    const data = { lanes: [], releases: [], [list]: [{ ...wanted, sha256: HONEST_SHA256, ...named }] };
    if (isHeartbeat) response.end(JSON.stringify({ success: true, data }));
    else response.writeHead(200, { "content-length": BYTES.length, etag: `"${HONEST_SHA256}"` }).end(BYTES);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const cloudUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const file = path.join(folder, "edge-agent.yaml");
  writeFileSync(file, stringify({ cloud: { url: cloudUrl, apiKey: "key" }, device: { id: "box-1" }, dataDir }));
  const reading = await readConfig(file, {});
  if (!reading.ok) throw new Error(reading.problems.map(({ message }) => message).join());
  before.set(file, "");
  const logger = createLogger({ isTerminal: false, level: "silent" });
  const rollOuts = followRollOuts({
    config: reading.config,
    apiKey: fixedKey("key"),
    environment: {},
    requestRestart: () => {},
    shadows: { open: async () => {}, close: async () => {}, countsOf: () => undefined },
    availableBytes: () => Infinity,
    readDisk,
    clock: { monotonicMs: () => performance.now() },
    logger,
  });
  const heartbeats = startHeartbeats({
    link: createCloudLink({ cloudUrl, apiKey: fixedKey("key"), network: reading.config.cloud.network }),
    read: async () => ({}),
    onReply: ({ releases, shadows }) => rollOuts.note(releases, shadows),
    logger,
    intervalMs: 20,
  });
  onTestFinished(async () => {
    await heartbeats.stop();
    await rollOuts.stop();
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const report = () => (list === "releases" ? rollOuts.reports()[0] : rollOuts.shadows()[0]);
  await expect.poll(() => report()?.state).toBe("refused");
  return { report: report(), before, after: () => contentsOf(folder) };
}

/** Every file under a folder, with its text. */
function contentsOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map((entry) => path.join(entry.parentPath, entry.name)).map((file) => [file, textOf(file)]));
}

const textOf = (file: string): string => (file.endsWith("edge-agent.yaml") ? "" : readFileSync(file, "utf8"));

const HOSTILE = ["..", ".", "../../other-program", "/etc/other-program", "a/../..", "a\0b", "x".repeat(5_000), "", "é"];

test.each(HOSTILE.flatMap((releaseId) => (["releases", "shadows"] as const).map((list) => [releaseId, list] as const)))(
  "a cloud that names the release %j among its %s is refused by name, and every file stays",
  async (releaseId, list) => {
    const { report, before, after } = await attack({ releaseId }, list);
    expect(after()).toEqual(before);
    const shown = JSON.stringify(releaseId.slice(0, 100));
    expect(report?.reason).toContain(`the cloud names the release ${shown}`);
    expect(report?.reason).toContain("letters, digits, '_' or '-'");
  },
);

test.each([
  ["a name that leaves the folder", { name: "../x" }],
  ["a version that leaves the folder", { version: "../../x" }],
  ["a digest that is a path", { sha256: "../x" }],
  ["a negative size", { sizeBytes: -1 }],
])("a release with %s is refused before anything is downloaded", async (_what, named) => {
  const { report, before, after } = await attack(named, "releases");
  expect(after()).toEqual(before);
  expect(report?.reason).toContain('the cloud names the release "r1"');
});

test("an unsigned file replaces nothing that was unpacked before", async () => {
  const { report, before, after } = await attack({ releaseId: "kept" }, "releases");
  expect(report?.reason).toContain("releaseKey is not set");
  for (const [file, text] of before) expect([file, after().get(file)]).toEqual([file, text]);
});
