import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Hono } from "hono";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../config/config.ts";
import { addZoneRoutes, type FileZones } from "./zone-routes.ts";

const text = `
cloud: { url: "http://127.0.0.1:3000", apiKey: abc } # stays
device: { id: gate-1 }
dataDir: ../data
models: { category: { file: bundled:category-demo } }
cameras: [{ id: top, url: test:pattern }]
stations: [{ id: gate-1, camera: top, model: category, container: { fixed: CSQU3054383 } }]
`;
const corner = [
  [0, 0],
  [0.5, 0],
  [0.5, 0.5],
];

/** Opens the routes of an agent that runs with a new configuration file. */
async function open() {
  const folder = await mkdtemp(path.join(tmpdir(), "page-zones-"));
  const etc = path.join(folder, "etc");
  await mkdir(etc);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(etc, "edge-agent.yaml");
  await writeFile(file, text);
  const reading = await readConfig(file, {});
  if (!reading.ok) throw new Error("the configuration of the test is not valid");
  const requestRestart = vi.fn<() => void>();
  const app = new Hono();
  const logger = { info: () => {}, warn: () => {}, error: () => {} };
  addZoneRoutes(app, { config: reading.config, environment: {}, requestRestart, logger });
  const read = async () => (await (await app.request("/cameras/top/zones")).json()) as FileZones;
  const post = async (route: string, body: object) => {
    const headers = { "content-type": "application/json" };
    const reply = await app.request(route, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: reply.status, body: await reply.json() };
  };
  const save = async (zones: object) => post("/cameras/top/zones", zones);
  return { app, file, etc, read, save, post, requestRestart };
}

test("saves zones in the data folder, where they wait for a restart; the configuration stays as it is", async () => {
  const { file, read, save, post, requestRestart } = await open();
  const { version, isInEffect } = await read();
  expect(isInEffect).toBe(true);
  const saved = await save({ version, privacy: [corner], include: [], exclude: [corner] });
  expect(saved).toMatchObject({ status: 200, body: { privacy: [corner], exclude: [corner], isInEffect: false } });
  expect(await readFile(file, "utf8")).toBe(text);
  const next = await readConfig(file, {});
  expect(next.ok && next.config.cameras[0]?.privacyZones).toEqual([corner]);
  expect(await post("/restart", {})).toMatchObject({ status: 202 });
  await expect.poll(() => requestRestart).toHaveBeenCalled();
});

test("writes nothing beside the configuration, whose folder is read-only for the service", async () => {
  const { etc, read, save } = await open();
  // Root may write it all the same: the folder shows that nothing was.
  await chmod(etc, 0o555);
  onTestFinished(() => chmod(etc, 0o755));
  const { version, problem } = await read();
  expect(problem).toBeNull();
  expect(await save({ version, privacy: [corner], include: [], exclude: [] })).toMatchObject({ status: 200 });
  expect(await readdir(etc)).toEqual(["edge-agent.yaml"]);
});

test("does not overwrite changes made since the read, and of two saves at once one is refused", async () => {
  const { file, read, save } = await open();
  const { version } = await read();
  const zones = { version, privacy: [corner], include: [], exclude: [] };
  const [first, second] = await Promise.all([save(zones), save({ ...zones, privacy: [], exclude: [corner] })]);
  expect([first.status, second.status]).toEqual([200, 409]);
  await writeFile(file, `${await readFile(file, "utf8")}\n# by hand`);
  expect(await save({ ...zones, version: (first.body as FileZones).version })).toMatchObject({ status: 409 });
  expect(await readFile(file, "utf8")).toContain("# by hand");
});

test("refuses zones that are none, an unknown camera, and a restart with a file that is not valid", async () => {
  const { app, file, read, save, post, requestRestart } = await open();
  const { version } = await read();
  const zones = { version, privacy: [], include: [], exclude: [] };
  expect(
    await save({
      ...zones,
      include: [
        [
          [0, 0],
          [1, 1],
        ],
      ],
    }),
  ).toMatchObject({ status: 400 });
  expect(
    await save({
      ...zones,
      include: [
        [
          [0, 0],
          [2, 0],
          [1, 1],
        ],
      ],
    }),
  ).toMatchObject({ status: 400 });
  expect(await post("/cameras/none/zones", zones)).toMatchObject({ status: 404 });
  expect((await app.request("/restart", { method: "POST" })).status).toBe(415);
  await writeFile(file, text.replace("device:", "devise:"));
  expect(await read()).toMatchObject({ problem: expect.stringContaining("devise: is an unknown setting") });
  const refused = await post("/restart", {});
  expect(refused).toMatchObject({ status: 409, body: { error: { message: expect.stringContaining("devise") } } });
  expect(requestRestart).not.toHaveBeenCalled();
});
