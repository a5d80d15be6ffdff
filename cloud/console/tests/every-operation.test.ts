import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { routes } from "../../src/routes.ts";

const SOURCES = path.resolve(import.meta.dirname, "../src");

/** Operations for people that the console does not call, and why. */
const NOT_IN_CONSOLE: Record<string, string> = {
  "GET /v1/user/auth/google/callback": "the provider leads the browser there",
  "GET /v1/user/auth/refresh-token": "for apps and scripts; the console asks for a sign-in, and keeps what was typed",
  "POST /v1/user/auth/email/register": "does the same as accepting an invite, which the console does",
  "POST /v1/devices/register": "the mobile app registers its phone, with the token of its push service",
  "GET /v1/cameras": "the console reads the same cameras at their places, with the topology",
  "GET /v1/admin/cameras": "the console registers cameras where it shows them, at their places of the topology",
  "GET /v1/containers/{id}/evidence/{evidenceId}": "the report, which the console reads, lists the same photos",
  "POST /v1/manifests/import": "answers within the request, for programs; the console imports in the background",
  "GET /v1/dcsa/v3/events": "for the systems of terminals and carriers; people read the same on a container's page",
  "GET /v1/epcis/events": "for the systems of terminals and carriers; people read the same on a container's page",
  "GET /v1/tracking-data/object-counts": "a year of all cameras, for programs; people see a camera's days on its page",
  "GET /v1/admin/cameras/{cameraId}/tracking-events": "a gigabyte of CSV for a year of a camera, for programs",
};
/** The most operations that may stay without a place. */
const MOST = 12;

const operations = routes
  .filter(({ access, config }) =>
    access === "public" ? /^\/v1\/(user|invites)\//.test(config.path) : !["edge", "monitoring"].includes(access),
  )
  .map(({ config }) => `${config.method.toUpperCase()} ${config.path}`);
const called = new Set(callsOf(readSources(SOURCES)));

describe("the operations for people", () => {
  test("are read from the console's sources, with their methods", () => {
    for (const one of [
      "PUT /v1/containers/{id}/scans/{scanId}/detections/{index}/verdict",
      "GET /v1/containers/{id}/scans/{scanId}/image",
      "GET /v1/admin/audit-log",
      "GET /v1/events",
      "GET /v1/user/auth/google",
    ])
      expect(called).toContain(one);
    expect([...called].filter((one) => !operations.includes(one))).toEqual([]);
  });

  test("have a place in the console, or a reason why not", () => {
    const missing = operations.filter((one) => !called.has(one));
    expect(missing.filter((one) => !(one in NOT_IN_CONSOLE))).toEqual([]);
  });

  test("have a place but for twelve, and no reason once they have one", () => {
    expect(Object.keys(NOT_IN_CONSOLE).length).toBeLessThanOrEqual(MOST);
    const known = Object.keys(NOT_IN_CONSOLE);
    expect(known.filter((one) => !operations.includes(one))).toEqual([]);
    expect(known.filter((one) => called.has(one))).toEqual([]);
  });
});

function readSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), "utf8"));
}

/** Returns the operations that the typed client and queries call, and those that links and pictures lead to. */
function callsOf(texts: string[]): string[] {
  return texts.flatMap((text) => {
    const constants = new Map(
      [...text.matchAll(/const (\w+) = "(\/v1\/[^"]+)"/g)].map(([, name = "", place = ""]) => [name, place]),
    );
    const calls = [
      ...text.matchAll(/\bapi\.([A-Z]+)\(\s*(?:"([^"]+)"|(\w+))/g),
      ...text.matchAll(/\bqueryOf\.\w+\(\s*"(\w+)",\s*(?:"([^"]+)"|(\w+))/g),
    ].map(([, method = "", literal, name = ""]) => `${method.toUpperCase()} ${literal ?? constants.get(name) ?? name}`);
    return [...calls, ...linksOf(text)];
  });
}

/** Operations that links and pictures lead to, such as `/v1/containers/${id}/case-file`, and those of uploads. */
function linksOf(text: string): string[] {
  const method = /useUpload<|sendPicture\(`/.test(text) ? "POST" : "GET";
  const links = [
    ...text.matchAll(/`(\/v1\/[^`]*)`/g),
    ...text.matchAll(/(?:=|: )"(\/v1\/[^"]+)"/g),
    ...text.matchAll(/EventSource\([^)]*"(\/v1\/[^"]+)"/g),
  ].map(([, link = ""]) => link.replace(/(?<=\w)\?.*$/s, ""));
  return links.flatMap((link) => {
    // Matches each placeholder with a part of the path, and allows a suffix.
    const pattern = link.replaceAll(/(?<=\/)\$\{[^}]*\}/g, "[^/]+").replace(/\$\{[^}]*\}?$/, "(/stream)?");
    const fitting = operations.filter((one) => new RegExp(`^${method} ${pattern}$`).test(one));
    return fitting.length > 0 ? fitting : [link];
  });
}
