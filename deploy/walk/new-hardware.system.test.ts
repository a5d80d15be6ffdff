import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse, stringify } from "yaml";
import { fleetOf } from "../../cloud/src/fleet/edge-devices/testing.ts";
import { createTestApp } from "../../cloud/src/testing/app.ts";
import { drawJpeg } from "../../cloud/src/intake/testing.ts";
import { startServer } from "../../cloud/src/platform/http/start-server.ts";
import { runLine } from "../../edge-agent/src/commands/testing/run-line.ts";
import { layOutSite, startCli } from "../../edge-agent/src/commands/testing/small-site.ts";
import { waitUntil } from "../demo/wait-until.ts";

const patient = { timeoutMs: 100_000 };
const PASSWORD = "a password of the camera";

/** A camera that gives a picture to who knows its user and password. */
async function startCamera(): Promise<string> {
  const jpeg = await drawJpeg(5);
  const expected = `Basic ${Buffer.from(`viewer:${PASSWORD}`).toString("base64")}`;
  const server = createServer((request, response) => {
    if (request.headers.authorization === expected)
      return response.writeHead(200, { "content-type": "image/jpeg" }).end(jpeg);
    return response.writeHead(401, { "www-authenticate": "Basic realm=camera" }).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/snapshot.jpg`;
}

test("new hardware that joins as a dead device gets its configuration without secrets, and its chains follow on", async () => {
  const cloud = await createTestApp();
  const fleet = await fleetOf(cloud);
  const server = await startServer(() => cloud.app, { host: "127.0.0.1", port: 0, newId: cloud.parts.newId });
  onTestFinished(() => server.stop(0));
  const cloudUrl = `http://127.0.0.1:${server.port}`;
  const { device, apiKey } = await fleet.make("Gate 1");
  const codeOf = async () => (await fleet.admin("POST", `/${device.id}/join-code`)).body.data.code;
  const { folder, configFile } = await layOutSite(cloudUrl, {
    cloud: { url: cloudUrl, apiKey },
    models: { category: { file: "one-carton.onnx" } },
    cameras: [{ id: "top", url: await startCamera(), username: "viewer", password: PASSWORD }],
  });
  const written = readFileSync(configFile, "utf8");
  writeFileSync(configFile, `# The password is ${PASSWORD}\n${written}`);
  const agent = startCli(["run", "--config", configFile]);
  const kept = await waitUntil(
    "the cloud keeps the configuration",
    async () => {
      const { status, body } = await fleet.admin("GET", `/${device.id}/configuration`);
      return status === 200 ? body.data : undefined;
    },
    patient,
  );
  const scans = async () => {
    const { rows } = await cloud.parts.db.execute<{ id: string; containerId: string; sequence: number }>(
      `select scans.id, container_id as "containerId", record_links.sequence::int from scans
        join record_links on record_id = scans.id where scans.camera_id = 'top' order by record_links.received_at, scans.id`,
    );
    return rows.length > 0 ? rows : undefined;
  };
  await waitUntil("the device has delivered a scan", scans, patient);
  agent.stop("SIGKILL");
  await agent.ended;
  const before = await scans();
  expect(kept.configuration).not.toContain(PASSWORD);
  expect(kept.configuration).not.toContain(apiKey);
  expect(kept.missing.map(({ setting, kind }: { setting: string; kind: string }) => [setting, kind])).toEqual([
    ["models.category.file", "file"],
    ["cameras.top.password", "secret"],
  ]);

  const fresh = mkdtempSync(path.join(tmpdir(), "new-hardware-"));
  onTestFinished(() => rmSync(fresh, { recursive: true, force: true }));
  const config = path.join(fresh, "edge-agent.yaml");
  const join = async (...more: string[]) =>
    runLine(["join", await codeOf(), "--config", config, "--cloud", cloudUrl, ...more]);
  const joined = await join("--json");
  expect({ code: joined.code, stderr: joined.stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(joined.stdout)).toMatchObject({ name: "Gate 1", chains: 1, missing: kept.missing });
  expect(statSync(config).mode & 0o777).toBe(0o600);
  const restored = parse(readFileSync(config, "utf8"));
  const { cloud: section, ...rest } = parse(written);
  expect(restored).toEqual({
    ...rest,
    cloud: { url: section.url, apiKeyFile: "edge-api-key" },
    cameras: [{ ...rest.cameras[0], password: undefined }],
  });
  const refused = await join();
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("add --overwrite") });

  // Steps of the technician.
  writeFileSync(path.join(fresh, "one-carton.onnx"), readFileSync(path.join(folder, "one-carton.onnx")));
  const set = await runLine(["config", "set", "cameras.top.password", PASSWORD, "--config", config]);
  expect(set).toMatchObject({ code: 0, stderr: "" });
  // In a separate process: the cloud in this one blocks the modules that draw annotated pictures.
  const pass = await startCli(["run", "--once", "--config", config]).ended;
  expect(pass.stdout).toMatch(/1 of 1 record delivered\n$/);
  const [last] = before!.slice(-1);
  const [first] = (await scans())!.slice(-1);
  expect(first).toMatchObject({ sequence: 1 });
  const { authorization: headers } = await cloud.signIn("admin");
  const shown = await cloud.send("GET", `/v1/containers/${first!.containerId}/scans/${first!.id}`, { headers });
  const replaces = { recordId: last!.id, sequence: last!.sequence };
  expect(shown.body.data.provenance).toMatchObject({ signature: "signed", chain: "ok", sequence: 1, replaces });
  expect((await fleet.detail(device.id)).chainBreaks).toEqual([]);

  const again = await join("--overwrite");
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("cameras.top.password: run: edge-agent") });
  expect(readFileSync(`${config}.bak`, "utf8")).toContain(PASSWORD);
  expect(readFileSync(config, "utf8")).not.toContain(PASSWORD);
  expect(stringify(restored)).toBe(stringify(parse(readFileSync(config, "utf8"))));
});
