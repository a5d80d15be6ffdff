import { describe, expect, test } from "vitest";
import { rowOf } from "./writes/write-rows.ts";
import { createWriteWorld, sendCall } from "./writes/write-world.ts";
import { routes } from "../routes.ts";

const world = await createWriteWorld();
const table = routes.map(({ config }) => ({ method: config.method.toUpperCase(), path: config.path, config }));

/** Writes without a precondition on the resource above them, each with the reason. */
const OTHERS: Record<string, string> = {
  "PUT /v1/user/me/email": "A mail goes out; the account changes when its link is followed.",
  "PUT /v1/user/me/password": "The password is no part of the account as it is read.",
  "POST /v1/user/me/recovery-codes": "The codes are no part of the account as it is read.",
  "DELETE /v1/admin/users/{id}/second-factors": "What is lost is removed, whatever else of the account has changed.",
  "PUT /v1/escalations/{id}/viewers/me": "Who looks at an escalation is no part of it as it is read.",
  "DELETE /v1/escalations/{id}/viewers/me": "Who looks at an escalation is no part of it as it is read.",
  "POST /v1/admin/webhooks/{id}/test": "It makes a delivery; the webhook stays as it is.",
};

/** The writes with the nearest route that reads their path or a parent of it. */
const writes = table
  .filter(({ method }) => method !== "GET")
  .flatMap(({ method, path, config }) => {
    const isAbove = (read: string) => path === read || path.startsWith(`${read}/`);
    const reads = table.filter((route) => route.method === "GET" && isAbove(route.path)).map((route) => route.path);
    const [read] = reads.toSorted((one, other) => other.length - one.length);
    return read === undefined
      ? []
      : [{ name: `${method} ${path}`, read, honours: config.responses[412] !== undefined }];
  });

const prepare = async (name: string, read: string) => {
  const call = await rowOf(name).done(world);
  const { body: _body, image: _image, file: _file, ...reading } = call;
  const readAgain = () => sendCall(world, `GET ${read}`, reading);
  const write = (etag: string) => sendCall(world, name, call, { headers: { "If-Match": etag } });
  return { readAgain, write };
};

describe("a write of a resource that is read with an ETag", () => {
  test("is found by this suite", () => {
    expect(writes.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(OTHERS)));
    expect(writes.filter(({ honours }) => honours).length).toBeGreaterThan(25);
    expect(writes.filter(({ name, honours }) => honours && name in OTHERS)).toEqual([]);
  });

  test.each(writes.filter(({ name }) => !(name in OTHERS)))(
    "$name honours If-Match, and describes it",
    async ({ name, read, honours }) => {
      const { readAgain, write } = await prepare(name, read);
      const before = await readAgain();
      const etag = before.headers.get("ETag");
      // Lists have no ETag; a missing resource has none that could match.
      const isConditional = etag !== null || before.status === 404;
      const stale = ['"nope"', ...(etag === null ? [] : [`W/${etag}`])];
      const refused = isConditional ? await Promise.all(stale.map(write)) : [];
      const codes = refused.map(({ status, text }) => [status, JSON.parse(text).error?.code]);
      expect(codes).toEqual(refused.map(() => [412, "PRECONDITION_FAILED"]));
      const after = await readAgain();
      expect([after.status, after.headers.get("ETag")]).toEqual([before.status, etag]);
      const taken = etag === null ? undefined : await write(`"nope", ${etag}`);
      expect({ honours, status: taken?.status ?? 200 }).toEqual({
        honours: honours || isConditional,
        status: expect.toSatisfy((status: number) => status < 300),
      });
    },
  );
});
