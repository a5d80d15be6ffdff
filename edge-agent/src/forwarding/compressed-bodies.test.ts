import { expect, test } from "vitest";
import { eventsCapture, identifyCapture, scanCapture } from "../outbox/testing/captures.ts";
import { errorBody } from "./testing/cloud-server.ts";
import { startOutboxAndCloud, startTestForwarder, until } from "./testing/start-test-forwarder.ts";

test("bodies are compressed once the cloud has announced gzip, but for small ones", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const forwarder = startTestForwarder(outbox, cloud.url);
  const deliver = async (capture: Parameters<typeof outbox.insert>[0]) => {
    outbox.insert(capture);
    await until(() => cloud.effects.has(capture.id) && outbox.status().pending === 0);
    return cloud.requests.find(({ key }) => key === capture.id);
  };
  expect(await deliver(scanCapture())).toMatchObject({ encoding: "" });
  forwarder.acceptEncodings(["gzip"]);
  const scan = scanCapture();
  expect(await deliver(scan)).toMatchObject({
    encoding: "gzip",
    contentType: "application/json",
    body: { image: Buffer.from(scan.pictures.original).toString("base64") },
  });
  const events = await deliver(eventsCapture(100));
  expect(events?.body["events"]).toHaveLength(100);
  expect(events?.sentBytes).toBeLessThan(5_000);
  expect(await deliver(identifyCapture())).toMatchObject({ encoding: "" });
  forwarder.acceptEncodings([]);
  expect(await deliver(scanCapture())).toMatchObject({ encoding: "" });
});

test.each([400, 415])(
  "a %i to a compressed body parks nothing: it is sent again as it is, and so are the next ones",
  async (status) => {
    const { outbox, cloud } = await startOutboxAndCloud();
    cloud.respond(({ encoding }) =>
      encoding === "gzip" ? { status, body: errorBody("VALIDATION_ERROR") } : undefined,
    );
    const forwarder = startTestForwarder(outbox, cloud.url, { concurrency: 1 });
    forwarder.acceptEncodings(["gzip"]);
    const captures = Array.from({ length: 3 }, () => scanCapture());
    for (const capture of captures) outbox.insert(capture);
    await until(() => outbox.status().pending === 0);
    expect(cloud.requests.map(({ encoding }) => encoding)).toEqual(["gzip", "", "", ""]);
    expect(new Set(cloud.effects.keys())).toEqual(new Set(captures.map(({ id }) => id)));
    expect(outbox.status().parked).toBe(0);
  },
);

test("what closes the connection at a compressed body gets the next ones as they are", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  cloud.respond(({ encoding }) => {
    if (encoding === "gzip") throw new Error("closes the connection");
    return undefined;
  });
  const forwarder = startTestForwarder(outbox, cloud.url, { concurrency: 1 });
  forwarder.acceptEncodings(["gzip"]);
  outbox.insert(scanCapture());
  outbox.insert(scanCapture());
  await until(() => outbox.status().pending === 0);
  expect(cloud.requests.map(({ encoding }) => encoding)).toEqual(["gzip", "", ""]);
});
