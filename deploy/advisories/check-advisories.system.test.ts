import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { json, text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { findOutdated, readLocked } from "./advisory-rules.ts";

const LOCK = `lockfileVersion: '9.0'
packages:
  '@hono/node-server@2.0.9':
    resolution: {integrity: sha512-a}
  lodash@4.17.15:
    resolution: {integrity: sha512-b}
  lodash@4.17.21:
    resolution: {integrity: sha512-c}
  tool@https://codeload.example.com/tool/tar.gz/0a1b:
    resolution: {tarball: https://codeload.example.com/tool/tar.gz/0a1b}
`;
const ADVISORY = {
  id: 1_106_914,
  url: "https://github.com/advisories/GHSA-p6mc-m468-83gw",
  title: "Prototype Pollution in lodash",
  severity: "high",
  vulnerable_versions: "<4.17.19",
};
const FOUND =
  "lodash 4.17.15: Prototype Pollution in lodash (high, https://github.com/advisories/GHSA-p6mc-m468-83gw). Versions that are not <4.17.19 are safe.";
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const accept = (until = inDays(30), advisory = "GHSA-p6mc-m468-83gw") => ({
  advisory,
  package: "lodash",
  reason: "Only the tests of a tool use it, with their own objects.",
  until,
});

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** Runs the check with a lock file, acceptances and a registry that answers in this way. */
async function check(answer: RequestListener, accepted: object[] = [], ...options: string[]) {
  const server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  const folder = await mkdtemp(path.join(tmpdir(), "advisories-"));
  endings.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => rm(folder, { recursive: true }),
  );
  const [lock, list] = [path.join(folder, "pnpm-lock.yaml"), path.join(folder, "accepted.json")];
  await writeFile(lock, LOCK);
  await writeFile(list, JSON.stringify(accepted));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server that listens on TCP has a port
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const program = path.join(import.meta.dirname, "check-advisories.ts");
  const given = ["--lock", lock, "--accepted", list, "--registry", registry, ...options];
  const child = spawn(process.execPath, [program, ...given], { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, stdout, stderr };
}

const asked: unknown[] = [];
const registry: RequestListener = async (request, response) => {
  asked.push([request.method, request.url, await json(request)]);
  const old = {
    ...ADVISORY,
    url: "https://github.com/advisories/GHSA-92pp-h63x-v22m",
    vulnerable_versions: "<1.19.10",
  };
  const published = { lodash: [ADVISORY], "@hono/node-server": [old] };
  response.setHeader("content-type", "application/json").end(JSON.stringify(published));
};

describe("the dependencies and the registry's advisories", () => {
  test("fail the check where an advisory concerns a locked version, and name that version alone", async () => {
    const { code, stderr } = await check(registry);
    expect(asked.at(-1)).toEqual([
      "POST",
      "/-/npm/v1/security/advisories/bulk",
      { "@hono/node-server": ["2.0.9"], lodash: ["4.17.15", "4.17.21"] },
    ]);
    expect(stderr.split("\n")).toEqual([FOUND, expect.stringMatching(/^Update the package, or accept/), ""]);
    expect(code).toBe(1);
  });

  test("pass while the advisory is accepted", async () => {
    const { code, stdout } = await check(registry, [accept()]);
    expect(stdout).toMatch(/^2 packages compared with the advisories of http:.*, 1 accepted\.$/m);
    expect(code).toBe(0);
  });

  test("fail once an acceptance has ended, also where the registry has no advisories", async () => {
    const { code, stderr } = await check((_, response) => void response.writeHead(405).end(), [accept(inDays(-1))]);
    expect(stderr).toContain("GHSA-p6mc-m468-83gw of lodash was accepted until");
    expect(code).toBe(1);
  });

  test("fail where an acceptance concerns nothing", async () => {
    const needless = accept(inDays(1), "GHSA-35jh-r3h4-6jhm");
    const { code, stderr } = await check(registry, [accept(), needless]);
    expect(stderr).toMatch(/^GHSA-35jh-r3h4-6jhm does not concern lodash as it is locked: delete the entry\.$/m);
    expect(code).toBe(1);
  });

  test("are reported as not compared where the registry has none, which fails when they are required", async () => {
    const refuse: RequestListener = (_, response) => void response.writeHead(405).end();
    const { code, stdout } = await check(refuse);
    expect(stdout).toMatch(/^The dependencies were not compared with advisories: http:.*\/bulk answers 405$/m);
    expect(code).toBe(0);
    expect((await check(refuse, [], "--required")).code).toBe(1);
    const { stdout: other } = await check((_, response) => void response.end("<html>"));
    expect(other).toContain("answers with something else than advisories");
  });
});

test("an acceptance lasts through its last day, and three months at most", () => {
  const on = (until: string) => findOutdated([accept(until)], new Date("2026-11-27T15:00:00Z"));
  expect(on("2026-11-27")).toEqual([]);
  expect(on("2026-11-26")).toEqual(["GHSA-p6mc-m468-83gw of lodash was accepted until 2026-11-26: decide again."]);
  expect(on("2027-02-26")).toEqual([]);
  expect(on("2027-02-28")).toEqual([expect.stringContaining("92 days are the most")]);
});

test("what comes from no registry has no version to compare", () => {
  expect([...readLocked(LOCK).keys()]).toEqual(["@hono/node-server", "lodash"]);
});
