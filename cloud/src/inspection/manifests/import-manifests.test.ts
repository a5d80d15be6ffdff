import type { ManifestImport } from "@container-inspection/shared-schemas/manifests";
import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { JSON_LINES, lines, manifestImporter, wrong } from "./importing/testing.ts";

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [ann, bob, sue] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
];
const { upload, imported } = manifestImporter(cloud, ann);
const as = (user: TestUser, method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { body, headers: user.authorization });
const read = async (id: string | undefined) => (await as(ann, "GET", `/manifests/${id}`)).body.data;
const outcomes = (report: ManifestImport) => report.lines.map(({ line, outcome }) => `${line} ${outcome}`);

describe("a file of JSON lines", () => {
  test.each(["application/x-ndjson", "application/jsonl", "Application/JSONL; charset=UTF-8"])(
    "comes as %s",
    async (type) => {
      const report = await imported(
        `{"billOfLading":${JSON.stringify(type)},"vessel":{"name":"Ever","any":[1]}}\r\n\n  {"declaredGoods":[{}]}`,
        type,
      );
      expect(outcomes(report)).toEqual(["1 imported", "3 imported"]);
      expect((await read(report.lines[0]?.manifestId)).vessel).toEqual({ name: "Ever", any: [1] });
    },
  );

  test("reports each bad line, and imports the others", async () => {
    const rows: [string | Uint8Array, object | undefined][] = [
      ['{"billOfLading":"J1"}', undefined],
      ["", undefined],
      ["nope", wrong("", "is not JSON")],
      ["\uFEFF{}", wrong("", "byte order mark")],
      ['{"a":1,"a":2}', wrong("", "twice")],
      ['{"__proto__":{}}', wrong("", "__proto__")],
      ['{"vessel":{"name":"\\u0000"}}', wrong("", "NUL")],
      ['{"vessel":{"name":"\\ud800"}}', wrong("", "Unicode")],
      [new Uint8Array([...Buffer.from('{"vessel":{"name":"'), 0xff, ...Buffer.from('"}}')]), wrong("", "UTF-8")],
      [`{"vessel":${"[".repeat(200_000)}`, wrong("", "nested")],
      ['{"weight":{"gross":1e999}}', wrong("weight", "1.8e308")],
      ["null", wrong("", "object")],
      ['[{"billOfLading":"J2"}]', wrong("", "object")],
      ['{"billOfLading":5,"status":"LOST"}', wrong("billOfLading", "text")],
      [`{"billOfLading":"${"x".repeat(10_000)}"}`, wrong("billOfLading", "200")],
      [`{"vessel":{"name":"${"x".repeat(1_048_576)}"}}`, wrong("", "longer")],
      ['{"declaredGoods":["rice"]}', wrong("declaredGoods.0", "object")],
      ['{"vessel":{"name":"Ever"}}', wrong("", "neither a container number nor a bill of lading nor goods")],
      ['{"billOfLading":"J3"}', undefined],
    ];
    const file = Buffer.concat(rows.flatMap(([row]) => [Buffer.from(row), Buffer.from("\n")]));
    const reply = await upload(new Uint8Array(file), JSON_LINES);
    expect(reply.status).toBe(200);
    const report: ManifestImport = reply.body.data;
    const expected = rows.flatMap(([row, error], index) => (row.length === 0 ? [] : [[index + 1, error]]));
    expect(report.lines.map(({ line, errors }) => [line, errors?.[0]])).toEqual(expected);
    expect([report.imported, report.failed]).toEqual([2, 16]);
  });

  test("of nothing is fine; of 5,001 lines it is refused", async () => {
    expect(await imported("", JSON_LINES)).toEqual({ imported: 0, updated: 0, unchanged: 0, failed: 0, lines: [] });
    expect((await upload("nope\n".repeat(5_001), JSON_LINES)).body.error.message).toContain("5000");
  });
});

describe("importing again", () => {
  const file = lines(
    "billOfLading,containerNumber,shipperName,goodsDescription",
    "AGAIN1,AGAIN1,Meyer,Rice",
    "AGAIN1,AGAIN1,,Tea",
  );

  test("changes nothing where the file holds nothing new, and updates where it does", async () => {
    const first = await imported(file);
    const [{ manifestId } = {}] = first.lines;
    await as(ann, "PUT", `/manifests/${manifestId}`, { status: "VALIDATED" });
    const before = await read(manifestId);
    cloud.advanceMs(5);
    expect(await imported(file)).toEqual({ imported: 0, updated: 0, unchanged: 1, failed: 0, lines: [2, 3].map((line) => ({ line, outcome: "unchanged", manifestId })) }); // prettier-ignore
    expect(await read(manifestId)).toEqual(before);
    const changed = await imported(
      '{"billOfLading":"AGAIN1","containerNumber":"again1","vessel":{"name":"Ever"}}',
      JSON_LINES,
    );
    expect(changed).toMatchObject({ updated: 1, lines: [{ line: 1, outcome: "updated", manifestId }] });
    expect(await read(manifestId)).toMatchObject({
      status: "VALIDATED",
      vessel: { name: "Ever" },
      shipper: { partyName: "Meyer" },
    });
    const { items } = (await as(ann, "GET", `/manifests/${manifestId}/history`)).body.data;
    expect(items.map(({ action }: { action: string }) => action)).toEqual(["updated", "updated", "created"]);
  });

  test("makes another for another person, another container, a deleted one, and without a bill of lading", async () => {
    const [known] = (await imported(file)).lines;
    expect((await imported(file, "text/csv", bob)).imported).toBe(1);
    expect((await imported(file.replaceAll("AGAIN1,AGAIN1", "AGAIN1,AGAIN2"))).imported).toBe(1);
    await as(ann, "DELETE", `/manifests/${known?.manifestId}`);
    expect((await imported(file)).imported).toBe(1);
    const bare = '{"containerNumber":"AGAIN1"}\n{"containerNumber":"AGAIN1"}\n';
    expect((await imported(bare, JSON_LINES)).imported).toBe(2);
  });

  test("takes the lines of one manifest in their order", async () => {
    const statuses = ["SUBMITTED", "VALIDATED", "REJECTED", "AMENDED"];
    const rows = statuses.map((status) => JSON.stringify({ billOfLading: "ORDER", status }));
    const report = await imported(rows.join("\n"), JSON_LINES);
    expect(outcomes(report)).toEqual(["1 imported", "2 updated", "3 updated", "4 updated"]);
    expect((await read(report.lines[0]?.manifestId)).status).toBe("AMENDED");
  });

  test("at the same moment makes each manifest once", async () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      JSON.stringify({ billOfLading: "ONCE", containerNumber: `ONCE${index}` }),
    );
    const reports = await Promise.all(
      [many, many.toReversed(), many].map((rows) => imported(rows.join("\n"), JSON_LINES)),
    );
    expect(reports.reduce((sum, report) => sum + report.imported, 0)).toBe(20);
    expect((await as(ann, "GET", "/manifests?q=ONCE&limit=200")).body.data.items).toHaveLength(20);
  });
});

describe("under an Idempotency-Key", () => {
  const send = (file: string, key: string, user = ann) => upload(file, "text/csv", user, { "Idempotency-Key": key });
  const countOf = async (part: string) => (await as(sue, "GET", `/manifests?q=${part}`)).body.data.items.length;

  test("a file whose reply was lost is written once, and returns the first outcome again", async () => {
    const file = lines("containerNumber,status", "KEYED1,DRAFT", "KEYED2,LOST", "KEYED3,");
    const first = await send(file, "one");
    expect(outcomes(first.body.data)).toEqual(["2 imported", "3 failed", "4 imported"]);
    expect((await send(file, "one")).body).toEqual(first.body);
    expect(await countOf("KEYED")).toBe(2);
    expect((await send(file, "one", bob)).body.data.imported).toBe(2);
    expect((await send(file, "two")).body.data.imported).toBe(2);
    expect(await countOf("KEYED")).toBe(6);
  });

  test("a file that failed midway continues where it ended", async () => {
    const file = lines("containerNumber", ...Array.from({ length: 12 }, (_, index) => `HALF${index + 10}`));
    await cloud.parts.db.execute(
      sql`alter table manifests add constraint full_disk check (number_key <> 'HALF17') not valid`,
    );
    expect((await send(file, "half")).status).toBe(500);
    await cloud.parts.db.execute(sql`alter table manifests drop constraint full_disk`);
    const written = await countOf("HALF");
    expect(written).toBeGreaterThan(0);
    const report: ManifestImport = (await send(file, "half")).body.data;
    expect([report.imported, new Set(report.lines.map(({ manifestId }) => manifestId)).size]).toEqual([12, 12]);
    expect(await countOf("HALF")).toBe(12);
  });

  test("another file is refused, and nothing of it is written", async () => {
    await send(lines("containerNumber", "REUSED1"), "reused");
    const reply = await send(lines("containerNumber", "REUSED1", "REUSED2"), "reused");
    expect([reply.status, reply.body.error.code]).toEqual([409, "IDEMPOTENCY_KEY_REUSED"]);
    expect(await countOf("REUSED")).toBe(1);
  });
});

describe("an imported manifest", () => {
  test("attaches by itself, and escalates containers that it does not match", async () => {
    const { containerId } = (await scan("IMPORTED1", await scanBody({ user_email: ann.email }))).body.data;
    const report = await imported(lines("containerNumber,status", "IMPORTED1,REJECTED", "IMPORTED2,VALIDATED"));
    expect((await read(report.lines[0]?.manifestId)).containerId).toBe(containerId);
    expect((await as(ann, "GET", `/containers/${containerId}`)).body.data.status).toBe("ESCALATED");
    const { manifestMatch } = (await scan("IMPORTED2", await scanBody({ user_email: ann.email }))).body.data;
    expect(manifestMatch).toMatchObject({ lane: expect.any(String) });
  });

  test("is in the audit log with who sent the file", async () => {
    const admin = await cloud.signIn("admin");
    const report = await imported('{"billOfLading":"LOGGED"}', JSON_LINES, sue);
    const { items } = (await as(admin, "GET", `/admin/audit-log?subject=manifest:${report.lines[0]?.manifestId}`)).body
      .data;
    expect(items).toMatchObject([
      { action: "manifest.create", actor: { id: sue.id }, after: { billOfLading: "LOGGED" } },
    ]);
  });
});

test.each<[string, string, Record<string, string>]>([
  ["another type", "application/json", {}],
  ["no type", "", {}],
  ["a form", "multipart/form-data; boundary=x", {}],
  ["another charset", "text/csv; charset=iso-8859-1", {}],
  ["a Content-Encoding", "text/csv", { "Content-Encoding": "gzip" }],
])("a file with %s is refused", async (_what, type, headers) => {
  const reply = await upload("billOfLading\nTYPED", type, ann, headers);
  expect([reply.status, reply.body.error.code]).toEqual([400, "VALIDATION_ERROR"]);
  expect((await as(ann, "GET", "/manifests?q=TYPED")).body.data.items).toEqual([]);
});

test("a file over 4 MB is refused, with or without a Content-Length", async () => {
  for (const sizeBytes of [4_000_001, 20_971_521]) {
    const reply = await upload(new Uint8Array(sizeBytes));
    expect([reply.status, reply.body.error.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
  }
  const declared = await upload("billOfLading\nB", "text/csv", ann, { "Content-Length": "20971521" });
  expect(declared.status).toBe(413);
});
