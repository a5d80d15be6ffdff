import { createHmac } from "node:crypto";
import { dcsaEvent } from "@container-inspection/shared-schemas/trade-events";
import { expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { setUp, startReceiver, verify } from "../../notices/webhooks/testing.ts";
import { createApp } from "../../app.ts";
import { epcisProblems, shortly, TRADING } from "./testing.ts";

test("webhooks of both formats get what happened, once, signed for DCSA and by Standard Webhooks", async () => {
  const { cloud, call, work, until } = await setUp(TRADING);
  const [terminal, broker, own] = [await startReceiver(), await startReceiver(), await startReceiver()];
  const { secret, id, events } = (await call("POST", "", { url: terminal.url, format: "dcsa" })).body.data;
  const other = (await call("POST", "", { url: broker.url, format: "epcis" })).body.data;
  await call("POST", "", { url: own.url, events: ["scan.recorded", "visit.begun", "container.created"] });
  expect([events, other.format]).toEqual([expect.arrayContaining(["visit.begun", "scan.recorded"]), "epcis"]);
  work();
  await edgeSender(cloud).scan("CSQU3054383", await scanBody());
  await edgeSender(cloud).scan("UNIDENTIFIED-lane-1-9", await scanBody());
  await expect.poll(() => own.received.length).toBe(6);
  await expect.poll(() => [terminal.received.length, broker.received.length]).toEqual([2, 2]);
  const bodies = terminal.received.map(({ body }) => dcsaEvent.array().parse(JSON.parse(body)));
  expect(bodies.flatMap(shortly).toSorted()).toEqual(["GTIN CSQU3054383", "INSP CSQU3054383"]);
  for (const { body } of broker.received) expect(epcisProblems(JSON.parse(body))).toEqual([]);
  for (const one of terminal.received) {
    const key = Buffer.from(secret.replace("whsec_", ""), "base64");
    expect(one.headers).toMatchObject({
      "notification-signature": `sha256=${createHmac("sha256", key).update(one.body).digest("hex")}`,
      "subscription-id": id,
      "api-version": "3.0.0",
    });
    expect(() => verify(secret, one)).not.toThrow();
  }
  await call("POST", `/${id}/test`);
  await until(id, { type: "webhook.test", status: "delivered", payload: "[]" });
});

test("a format chooses its events, and needs the settings of a publisher", async () => {
  const { call } = await setUp(TRADING);
  const url = "https://terminal.example.com/hook";
  const refused = async (body: object, method = "POST", at = "") => {
    const { status, body: reply } = await call(method, at, body);
    return [status, reply.error?.details];
  };
  const chooses = { path: "events", message: "must not be there: the format dcsa chooses its events" };
  expect(await refused({ url, format: "dcsa", events: ["scan.recorded"] })).toEqual([400, [chooses]]);
  expect(await refused({ url })).toEqual([400, [{ path: "events", message: "must be there" }]]);
  const { id } = (await call("POST", "", { url, format: "dcsa" })).body.data;
  expect(await refused({ events: ["scan.recorded"] }, "PUT", `/${id}`)).toEqual([400, [chooses]]);
  const off = await setUp();
  const { status, body } = await off.call("POST", "", { url, format: "epcis" });
  expect([status, body.error.details]).toEqual([
    400,
    [{ path: "format", message: "needs the settings TRADE_PARTY and TRADE_LOCATION of the service" }],
  ]);
});

test("a webhook whose format has lost its settings names them wherever it is read", async () => {
  const { cloud, call, admin } = await setUp(TRADING);
  const { id, missingSettings } = (await call("POST", "", { url: "https://t.example.com/hook", format: "dcsa" })).body
    .data;
  const own = { url: "https://t.example.com/own", events: ["scan.recorded"] };
  expect([missingSettings, (await call("POST", "", own)).body.data.missingSettings]).toEqual([[], []]);
  const { headers } = await call("GET", `/${id}`);
  const later = createApp({ ...cloud.parts, webhookFormats: undefined });
  const read = async (place: string) => {
    const reply = await later.request(`/v1/admin/webhooks${place}`, { headers: admin.authorization });
    return { etag: reply.headers.get("ETag"), data: JSON.parse(await reply.text()).data };
  };
  const missing = ["TRADE_PARTY", "TRADE_LOCATION"];
  const one = await read(`/${id}`);
  // They are settings of the service: no administrator's change is refused because of them.
  expect([one.data.missingSettings, one.etag]).toEqual([missing, headers.get("ETag")]);
  const { items }: { items: Record<string, unknown>[] } = (await read("")).data;
  expect(items.map(({ format, missingSettings: named }) => [format, named])).toEqual([
    ["live-events", []],
    ["dcsa", missing],
  ]);
});
