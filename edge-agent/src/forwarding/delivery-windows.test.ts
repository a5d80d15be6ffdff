import { afterEach, expect, test, vi } from "vitest";
import { scanCapture } from "../outbox/testing/captures.ts";
import { msUntilOpen } from "./delivery-windows.ts";
import { DIRECT } from "./link/open-dispatcher.ts";
import { createPacedLine } from "./link/pace-body.ts";
import { startOutboxAndCloud, startTestForwarder, until } from "./testing/start-test-forwarder.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const at = (hours: number, minutes: number) => new Date(2026, 10, 23, hours, minutes).getTime();
const window = (startHour: number, endHour: number) => ({ startMinute: startHour * 60, endMinute: endHour * 60 });
const HOUR_MS = 3_600_000;

test.each([
  ["without windows", [], at(12, 0), 0],
  ["within one", [window(9, 17)], at(9, 0), 0],
  ["at its end", [window(9, 17)], at(17, 0), 16 * HOUR_MS],
  ["before it", [window(9, 17)], at(8, 30), HOUR_MS / 2],
  ["before midnight, within one over midnight", [window(22, 6)], at(23, 59), 0],
  ["after midnight, within one over midnight", [window(22, 6)], at(5, 59), 0],
  ["after one over midnight", [window(22, 6)], at(6, 0), 16 * HOUR_MS],
  ["between two", [window(22, 6), window(12, 13)], at(11, 0), HOUR_MS],
])("%s", (_, windows, nowMs, expected) => {
  expect(msUntilOpen(windows, nowMs)).toBe(expected);
});

test.each([
  ["in which the clock goes forward", "2026-03-28T12:00:00+01:00", "2026-03-28T21:00:00Z", 7],
  ["in which the clock goes back", "2026-10-24T12:00:00+02:00", "2026-10-24T20:00:00Z", 9],
  ["of another day", "2026-06-10T12:00:00+02:00", "2026-06-10T20:00:00Z", 8],
])("a window over a night %s is open from its first to its last minute", (_, noon, opensAt, hours) => {
  vi.stubEnv("TZ", "Europe/Berlin");
  const minutes = Array.from({ length: 24 * 60 }, (_empty, minute) => Date.parse(noon) + minute * 60_000);
  const open = minutes.filter((ms) => msUntilOpen([window(22, 6)], ms) === 0);
  expect(new Date(open[0]!).toISOString()).toBe(new Date(opensAt).toISOString());
  expect(open.at(-1)! - open[0]!).toBe(hours * HOUR_MS - 60_000);
  expect(open).toHaveLength(hours * 60);
});

test("records wait for their window, and are delivered once it is open", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  outbox.insert(scanCapture());
  const hour = new Date().getHours();
  const windows = [window((hour + 2) % 24, (hour + 4) % 24)];
  const forwarder = startTestForwarder(outbox, cloud.url, { idleCheckMs: 5 }, DIRECT, windows);
  expect(forwarder.status().opensInMs).toBeGreaterThan(0);
  forwarder.wake();
  // It looks at the clock in each of its turns, and would send in the first of them.
  await until(() => forwarder.wallClockReads() > 20);
  expect(cloud.requests).toEqual([]);
  forwarder.setWallClock(Date.now() + 3 * HOUR_MS);
  await until(() => outbox.status().pending === 0);
  expect(forwarder.status().opensInMs).toBe(0);
});

test("bodies that are sent at once share the line, in chunks", async () => {
  const bytesPerSecond = 16_384 * 50;
  const line = createPacedLine(bytesPerSecond);
  const body = Buffer.from(Array.from({ length: 5 * 16_384 }, (_, index) => index % 251));
  const read = async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of line.chunks(body)) chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const startedMs = performance.now();
  const bodies = await Promise.all([read(), read()]);
  expect(bodies.every((sent) => sent.equals(body))).toBe(true);
  // Ten chunks of 20 ms, of which the first does not wait; a timer may be a millisecond early.
  expect(performance.now() - startedMs).toBeGreaterThan(9 * 19);
});

test("a record is delivered complete over a line with a limit", async () => {
  const { outbox, cloud } = await startOutboxAndCloud();
  const capture = scanCapture({ originalBytes: 60_000 });
  outbox.insert(capture);
  startTestForwarder(outbox, cloud.url, { maxBytesPerSecond: 1_000_000 });
  await until(() => outbox.status().pending === 0);
  expect(cloud.requests[0]?.body["image"]).toBe(Buffer.from(capture.pictures.original).toString("base64"));
  expect(cloud.effects.get(capture.id)).toBe(1);
});
