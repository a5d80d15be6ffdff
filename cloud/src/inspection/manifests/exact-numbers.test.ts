import { expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { JSON_LINES, lines, manifestImporter } from "./importing/testing.ts";

const cloud = await createTestApp();
const ann = await cloud.signIn("operator");
const { imported } = manifestImporter(cloud, ann);

/** Sends JSON as it is written here. */
const send = async (method: string, url: string, body?: string) => {
  const headers = { ...ann.authorization, ...(body === undefined ? {} : { "Content-Type": "application/json" }) };
  const reply = await cloud.app.request(`/v1${url}`, { method, headers, ...(body === undefined ? {} : { body }) });
  return { status: reply.status, text: await reply.text(), etag: reply.headers.get("ETag") };
};
const idOf = (text: string): string => JSON.parse(text).data.id;

const LONG = "12345678901234567890";
const weight = `{"gross":{"value":${LONG},"unit":"KGM"},"tare":{"value":-0.30000000000000000001},"net":{"value":12.50}}`;
const kept = {
  weight: { gross: { value: LONG, unit: "KGM" }, tare: { value: "-0.30000000000000000001" }, net: { value: 12.5 } },
};
const bodies = { weight: `{"weight":${weight}}`, goods: `{"declaredGoods":[{"quantity":1e-400,"hsCode":[${LONG}]}]}` };

test("numbers inside a manifest that a double cannot hold are kept as text, through POST, PUT and GET", async () => {
  const made = await send("POST", "/manifests", bodies.weight);
  expect([made.status, JSON.parse(made.text).data]).toMatchObject([201, kept]);
  const id = idOf(made.text);
  const changed = await send("PUT", `/manifests/${id}`, bodies.goods);
  expect(changed.status).toBe(200);
  const read = await send("GET", `/manifests/${id}`);
  expect(JSON.parse(read.text).data).toMatchObject({
    ...kept,
    declaredGoods: [{ quantity: "1e-400", hsCode: [LONG] }],
  });
  cloud.advanceMs(5);
  for (const again of [JSON.stringify(kept), bodies.weight, bodies.goods])
    expect(await send("PUT", `/manifests/${id}`, again)).toMatchObject({ status: 200, etag: read.etag });
});

test("they are kept by imports too, of JSON lines and CSV", async () => {
  const [line] = (await imported(`{"billOfLading":"EXACT","weight":${weight}}`, JSON_LINES)).lines;
  expect(JSON.parse((await send("GET", `/manifests/${line?.manifestId}`)).text).data).toMatchObject(kept);
  const csv = lines("billOfLading,containerNumber,grossWeight,tareWeight", "EXACT,EXACT 1,123456789012.123456,0012.50");
  const [row] = (await imported(csv)).lines;
  expect(JSON.parse((await send("GET", `/manifests/${row?.manifestId}`)).text).data.weight).toEqual({
    gross: { value: "123456789012.123456", unit: "KGM" },
    tare: { value: 12.5, unit: "KGM" },
  });
});

test("a number in the place of a text is refused as before, and so is one beyond all bounds", async () => {
  for (const field of ["billOfLading", "containerNumber", "containerType", "vessel"])
    expect((await send("POST", "/manifests", `{"${field}":${LONG}}`)).status).toBe(400);
  expect((await send("POST", "/manifests", '{"weight":{"gross":1e999}}')).status).toBe(400);
});
