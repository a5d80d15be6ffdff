// Records one real request and reply of each operation for the reference: `npm --prefix cloud run record-examples`,
// after a route was added or its bodies have changed. openapi-document.test.ts compares them with the schemas.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { routes } from "../../routes.ts";
import { rowOf } from "../writes/write-rows.ts";
import { createWriteWorld, sendCall, type WriteCall, type WriteWorld } from "../writes/write-world.ts";
import { covers } from "./covers.ts";

const file = path.resolve(import.meta.dirname, "../../operations/reference/examples.json");
/** Longer texts are pictures in base64, of which the beginning shows enough. */
const LONGEST_TEXT = 200;
/** Whatever opens something, by the name of its field. */
const SECRET = /^(token|apiKey|code|secret|password|currentPassword|inviteUrl|authorizationUrl)$/;
/** They answer with no JSON, or lead elsewhere. */
const NO_JSON =
  /^\/(?!v1\/|health$|ready$)|\/v1\/events$|\/docs|\/openapi|\/auth\/google|\/image$|\/file$|case-file|\/visualization$|live-picture$|\/edge\/releases\//;
const DAY = "?from=2026-11-01T00:00:00Z&to=2026-11-02T00:00:00Z";
const QUERIES: Record<string, string> = {
  "/v1/statistics": DAY,
  "/v1/tracking-data/object-counts": DAY,
  "/v1/admin/cameras/{cameraId}/tracking-events": DAY,
};
/** Lists show this many of their items, and outlines a valid shape. */
const [MOST_ITEMS, MOST_NUMBERS] = [2, 4];

type Example = { request?: unknown; status: number; reply?: unknown };

test("records a request and a reply of each operation", async () => {
  const world = await createWriteWorld();
  const recorded: Record<string, Example> = {};
  const failed: string[] = [];
  const send = async (route: string, call: WriteCall) => {
    await world.cloud.parts.db.execute(sql`delete from rate_limits`);
    return sendCall(world, route, call);
  };
  const record = (route: string, { body }: WriteCall, { status, text, headers }: Awaited<ReturnType<typeof send>>) => {
    if (status >= 400) {
      failed.push(`${route} answered ${status} ${text.slice(0, 300)}`);
      return;
    }
    const isJson = headers.get("Content-Type")?.startsWith("application/json") === true;
    recorded[route] = {
      ...(body === undefined ? {} : { request: shorten(body) }),
      status,
      ...(isJson ? { reply: shorten(JSON.parse(text)) } : {}),
    };
  };
  const described = routes.filter(({ config }) => !config.hide);
  for (const { config } of described.filter(({ config: { method } }) => method !== "get")) {
    const route = `${config.method.toUpperCase()} ${config.path}`;
    const call = await rowOf(route).done(world);
    record(route, call, await send(route, call));
  }
  await happenAtTheGate(world);
  for (const { config, access } of described.filter(
    ({ config: { method, path: each } }) => method === "get" && !NO_JSON.test(each),
  )) {
    const route = `GET ${config.path}`;
    const as = await readerOf(world, config.path, access);
    const replies = [];
    for (const params of await paramsOf(world, config.path))
      replies.push(await send(`${route}${QUERIES[config.path] ?? ""}`, { as, params }));
    // The longest shows most.
    const [richest] = replies
      .filter(({ status }) => status < 400)
      .toSorted((one, other) => other.text.length - one.text.length);
    if (richest) record(route, { as }, richest);
    if (!(route in recorded)) failed.push(route);
  }
  const sorted = Object.fromEntries(Object.entries(recorded).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  // One line for each operation, and the same one while it shows all that the new one does: a changed reply is one
  // changed line.
  const earlier: Record<string, Example> = JSON.parse(readFileSync(file, "utf8"));
  const lines = Object.entries(sorted).map(
    ([route, example]) =>
      `${JSON.stringify(route)}: ${JSON.stringify(covers(earlier[route], example) ? earlier[route] : example)}`,
  );
  writeFileSync(file, `{\n${lines.join(",\n")}\n}\n`);
  expect(failed).toEqual([]);
  expect(Object.keys(recorded).length).toBeGreaterThan(150);
});

/** A container comes to the gate, which the lists of terminal systems have once no transaction is open. */
async function happenAtTheGate({ cloud, sue }: WriteWorld): Promise<void> {
  await edgeSender(cloud).scan("CSQU3054383", await scanBody());
  const list = () => cloud.send("GET", "/v1/dcsa/v3/events", { headers: sue.authorization });
  await expect.poll(async () => (await list()).body.length).toBeGreaterThan(0);
}

/** Returns the caller who reads a path; a path that ends or renews a session gets its own user. */
async function readerOf(world: WriteWorld, route: string, access: string): Promise<WriteCall["as"]> {
  if (route.startsWith("/v1/user/auth/")) return world.signIn("operator");
  return access === "edge" ? "edge" : access === "public" ? "anonymous" : world.admin;
}

/** The parameters of a path that are tried: those of the items of the list above it. */
async function paramsOf(world: WriteWorld, route: string): Promise<Record<string, string>[]> {
  if (route.includes("/evidence/{")) return [await world.evidence()];
  if (route.includes("/{scanId}")) return [await world.scan()];
  if (route.startsWith("/v1/invites/")) return [{ token: (await world.invite()).token }];
  if (route.startsWith("/v1/passages")) return [{ id: await world.passage() }];
  if (route.startsWith("/v1/manifests/imports/")) return [{ id: await world.manifestImport() }];
  if (route.startsWith("/v1/rule-sets/{version}")) return [{ version: await world.replayed() }];
  const [list, parameter] = /^(.+?)\/\{(\w+)\}/.exec(route)?.slice(1) ?? [];
  if (list === undefined || parameter === undefined) return [{}];
  const above = list === "/v1/tracking-data/cameras" ? "/v1/cameras" : list;
  const { text } = await sendCall(world, `GET ${above}?limit=100`, { as: world.admin });
  const items: Record<string, unknown>[] = JSON.parse(text).data?.items ?? [];
  return items.map((item) => ({ [parameter]: String(item[parameter]) }));
}

/** Removes secrets from a value, and shortens pictures and long lists. */
function shorten(value: unknown, name = ""): unknown {
  if (typeof value === "string") {
    if (SECRET.test(name)) return "your secret goes here";
    return value.length > LONGEST_TEXT && /^[A-Za-z0-9+/=]+$/.test(value) ? value.slice(0, 40) : value;
  }
  if (Array.isArray(value))
    return value.slice(0, typeof value[0] === "number" ? MOST_NUMBERS : MOST_ITEMS).map((item) => shorten(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner, key)]));
}
