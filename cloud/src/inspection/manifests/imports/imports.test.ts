import { describe, expect, test } from "vitest";
import { createTestApp } from "../../../testing/app.ts";
import { lines } from "../importing/testing.ts";
import { fileSender, takeImportTurn } from "./testing.ts";

const cloud = await createTestApp();
const [ann, bob, sue] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
];
const { start, get, read, rowsOf, answer, imported } = fileSender(cloud, ann);
const outcomes = (rows: Awaited<ReturnType<typeof rowsOf>>) =>
  rows.map(({ number, outcome }) => `${number} ${outcome}`);
const billsOf = async (part: string) => (await get(`?q=${part}&limit=200`)).items;
const header = "billOfLading,containerNumber,goodsDescription,numberOfPackages";

describe("an import in the background", () => {
  test("writes each manifest and states the outcome of each row", async () => {
    const file = lines(
      header,
      "BACK1,CSQU3054383,Rice,10",
      "BACK1,CSQU3054383,Tea,5",
      ",,,",
      ",,,7",
      "BACK2,é,Rice,1",
      "BACK3,,Rice,1 pallet of",
    );
    const done = await imported(file, { fileName: "march.csv" });
    expect(done.import).toMatchObject({
      state: "finished",
      preview: false,
      fileName: "march.csv",
      format: "CSV",
      details: "separated by commas, in UTF-8",
      problem: null,
      question: null,
      rows: { total: 5, imported: 4, updated: 0, unchanged: 0, failed: 1, notUnderstood: 2 },
      createdBy: { id: ann.id },
    });
    expect(outcomes(done.rows)).toEqual(["2 imported", "3 imported", "5 imported", "6 failed", "7 imported"]);
    expect(done.rows[3]).toMatchObject({ place: "line 6", manifestId: null, errors: [{ path: "containerNumber" }] });
    expect(done.rows[4]?.notUnderstood).toMatchObject([
      { path: "declaredGoods.0.numberOfPackages", text: "1 pallet of" },
    ]);
    const [{ id, containerNumber, declaredGoods }] = await billsOf("BACK1");
    expect([done.rows[0]?.manifestId, containerNumber]).toEqual([id, "CSQU3054383"]);
    // A row of goods alone belongs to the manifest above it.
    expect(declaredGoods).toHaveLength(3);
    expect((await rowsOf(done.import.id, "&outcome=failed")).map(({ number }) => number)).toEqual([6]);
  });

  test("continues where a killed process left it, and writes nothing twice", async () => {
    const rows = Array.from({ length: 250 }, (_, index) => `TURN${index},,Rice,1`);
    const { body } = await start(lines(header, ...rows));
    // Each look at this clock is a minute later: a turn is one batch.
    let minutes = 0;
    const parts = { ...cloud.parts, nowMs: () => cloud.parts.nowMs() + (minutes += 1) * 60_000 };
    const id: string = body.data.id;
    const turn = () => takeImportTurn(parts, id);
    const done = async () => {
      const { state, rows } = await read(id);
      return [state, rows.imported];
    };
    await turn();
    expect(await done()).toEqual(["waiting", 0]);
    await Promise.all([takeImportTurn(cloud.parts, id), takeImportTurn(cloud.parts, id)]);
    await takeImportTurn(cloud.parts, id);
    expect(await done()).toEqual(["finished", 250]);
    expect(new Set((await rowsOf(id)).map(({ manifestId }) => manifestId)).size).toBe(200);
    const all = await cloud.parts.db.execute("select 1 from manifests where bill_of_lading like 'TURN%'");
    expect(all.rows).toHaveLength(250);
  });

  test("of the same file is the same import; again, its rows are unchanged", async () => {
    const file = lines(header, "SAME1,,Rice,1", ",SAME2,Rice,1");
    const first = await imported(file);
    expect((await start(file)).body.data).toEqual(first.import);
    const again = await imported(file, { again: "true" });
    expect(again.import.id).not.toBe(first.import.id);
    expect(outcomes(again.rows)).toEqual(["2 unchanged", "3 imported"]);
    expect((await fileSender(cloud, bob).start(file)).body.data.id).not.toBe(first.import.id);
  });

  test("is seen by its user and by supervisors", async () => {
    const { import: own } = await imported(lines(header, "OWN1,,Rice,1"));
    const as = async (user: typeof ann, path = "") =>
      (await cloud.send("GET", `/v1/manifests/imports/${own.id}${path}`, { headers: user.authorization })).status;
    expect([await as(ann), await as(bob), await as(sue), await as(bob, "/rows")]).toEqual([200, 403, 200, 403]);
    const missing = await cloud.send("GET", "/v1/manifests/imports/none", { headers: ann.authorization });
    expect([missing.status, missing.body.error.code]).toEqual([404, "MANIFEST_IMPORT_NOT_FOUND"]);
  });

  test("ends with its user's account", async () => {
    const carl = await cloud.signIn("operator");
    const sender = fileSender(cloud, carl);
    const { body } = await sender.start(lines(header, "GONE1,,Rice,1"));
    await cloud.parts.db.execute(`update users set disabled_at = now() where id = '${carl.id}'`);
    await takeImportTurn(cloud.parts, body.data.id);
    const { data } = (await cloud.send("GET", `/v1/manifests/imports/${body.data.id}`, { headers: sue.authorization }))
      .body;
    expect(data).toMatchObject({ state: "failed", problem: expect.stringContaining("disabled") });
    expect(await billsOf("GONE1")).toEqual([]);
  });
});

describe("a preview", () => {
  test("states what an import would do, writes nothing, and becomes one", async () => {
    const old = lines(header, "PRE1,,Rice,1", "PRE2,,Rice,1");
    await imported(old);
    const file = lines(header, "PRE1,,Rice,1", "PRE2,,Tea,1", "PRE3,,Rice,1", "PRE3,,,x", "PRE4,é,,");
    const previewed = await imported(file, { preview: "true" });
    expect(previewed.import).toMatchObject({ state: "previewed", preview: true, rows: { total: 5, imported: 2 } });
    const expected = ["2 unchanged", "3 updated", "4 imported", "5 imported", "6 failed"];
    expect(outcomes(previewed.rows)).toEqual(expected);
    expect(await billsOf("PRE3")).toEqual([]);
    const reply = await answer(previewed.import.id, {});
    expect([reply.status, reply.body.data]).toMatchObject([202, { state: "waiting", preview: false }]);
    await takeImportTurn(cloud.parts, previewed.import.id);
    expect(await read(previewed.import.id)).toMatchObject({ state: "finished" });
    expect(outcomes(await rowsOf(previewed.import.id))).toEqual(expected);
    expect((await answer(previewed.import.id, {})).body.error.code).toBe("MANIFEST_IMPORT_ENDED");
  });
});

describe("a file that leaves open what it means", () => {
  test("waits for the sign before decimals, and is read by the answer", async () => {
    const file = lines("billOfLading;grossWeight", "MARK1;21.500", "MARK2;7.300");
    const asked = await imported(file);
    expect(asked.import).toMatchObject({
      state: "needs-answer",
      question: { about: "decimal-mark", message: expect.stringContaining('with "comma", "21.500" is read as 21500') },
    });
    expect(await billsOf("MARK")).toEqual([]);
    await answer(asked.import.id, { decimalMark: "comma" });
    await takeImportTurn(cloud.parts, asked.import.id);
    expect(await read(asked.import.id)).toMatchObject({ state: "finished", decimalMark: "comma", question: null });
    const [manifest] = await billsOf("MARK1");
    expect(manifest.weight).toEqual({ gross: { value: "21.500", unit: "KGM" } });
  });

  test("remembers the columns that its user chose", async () => {
    const dave = fileSender(cloud, await cloud.signIn("operator"));
    const first = await dave.imported(lines("Paper;Cargo words", "CHOSE1;Rice"));
    expect(first.import).toMatchObject({ state: "needs-answer", question: { about: "columns" } });
    expect(first.import.columns).toMatchObject([
      { header: "Paper", column: null, source: "none", examples: ["CHOSE1"] },
      { header: "Cargo words", column: null, source: "none" },
    ]);
    const wrong = await dave.answer(first.import.id, { columns: [{ header: "Paper", column: "colour" }] });
    expect(wrong.status).toBe(400);
    const columns = [{ header: "Paper", column: "billOfLading" }];
    await dave.answer(first.import.id, {
      columns: [...columns, { header: "Cargo words", column: "goodsDescription" }],
    });
    await takeImportTurn(cloud.parts, first.import.id);
    const second = await dave.imported(lines("CARGO WORDS;paper;Colour", "Tea;CHOSE2;red"));
    expect(second.import.columns.map(({ column, source }) => [column, source])).toEqual([
      ["goodsDescription", "remembered"],
      ["billOfLading", "remembered"],
      [null, "none"],
    ]);
    // A column that is not imported is named, by the file and by each of its rows.
    expect(second.import.notes).toEqual([expect.stringContaining('"Colour" is not imported')]);
    expect(second.rows[0]?.notUnderstood).toMatchObject([{ path: "Colour", text: "red" }]);
    const other = await fileSender(cloud, bob).imported(lines("paper;Cargo words", "CHOSE3;Tea"));
    expect(other.import.state).toBe("needs-answer");
  });
});

describe("a file that cannot be imported", () => {
  test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
    [
      "ASYCUDA World XML",
      '<?xml version="1.0"?><Awmds><General_segment/></Awmds>',
      "ASYCUDA World XML, which is not read yet",
    ],
    ["a web page", "<!DOCTYPE html><table><tr><td>B/L</td></tr></table>", "a web page (HTML), which is not read yet"],
    ["XML of many lines", `<?xml version="1.0"?><Awmds>${"<a/>\n".repeat(50_100)}</Awmds>`, "ASYCUDA World XML"],
    ["another XML document", '<?xml version="1.0"?><a/>', "an XML document, which is not read yet"],
    ["a PDF document", "%PDF-1.7 ...", "a PDF document, which is not read yet"],
    ["a picture", new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]), "a picture"],
    ["bytes", new Uint8Array([0, 1, 2, 3, 0, 5, 0, 7]), "of no known kind"],
  ])("is refused by its name: %s", async (_what, file, problem) => {
    expect((await imported(file)).import).toMatchObject({ state: "failed", problem: expect.stringContaining(problem) });
  });

  test("is refused with 413 when it is too large, and with 400 when it is empty", async () => {
    const large = await start(new Uint8Array(20_000_001).fill(0x61));
    const long = await start(`billOfLading\n${"B\n".repeat(50_100)}`);
    expect([large, long].map(({ status, body }) => [status, body.error.code])).toEqual(
      [large, long].map(() => [413, "PAYLOAD_TOO_LARGE"]),
    );
    expect((await start("")).status).toBe(400);
  });
});
