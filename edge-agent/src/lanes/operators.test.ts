import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { openOperators } from "./operators.ts";
import { createTestLogger, NOW_MS, temporaryFolder } from "../outbox/testing/captures.ts";

const HOUR_MS = 3_600_000;
const timeOf = (ms: number) => new Date(ms).toISOString();
const ann = { cameraId: "top", operatorEmail: "ann@example.com", until: timeOf(NOW_MS + 8 * HOUR_MS) };

/** Creates operators with their own clock; calling `open` again is a restart. */
function setUp() {
  const file = path.join(temporaryFolder(), "operators.json");
  let nowMs = NOW_MS;
  const open = () => openOperators({ file, nowMs: () => nowMs, logger: createTestLogger() });
  return { file, open, setHours: (hours: number) => (nowMs = NOW_MS + hours * HOUR_MS) };
}

test("knows who is on shift at a camera, until the shift ends or the cloud names another operator or none", () => {
  const { open, setHours } = setUp();
  const operators = open();
  expect(operators.at("top")).toBeUndefined();
  operators.note({ receivedAt: timeOf(NOW_MS), lanes: [ann] });
  expect([operators.at("top"), operators.at("left")]).toEqual(["ann@example.com", undefined]);
  setHours(7.999);
  expect(operators.at("top")).toBe("ann@example.com");
  setHours(8);
  expect(operators.at("top")).toBeUndefined();
  const bob = { ...ann, operatorEmail: "bob@example.com", until: timeOf(NOW_MS + 9 * HOUR_MS) };
  operators.note({ receivedAt: timeOf(NOW_MS + 8 * HOUR_MS), lanes: [bob] });
  expect(operators.at("top")).toBe("bob@example.com");
  operators.note({ receivedAt: timeOf(NOW_MS + 8 * HOUR_MS), lanes: [] });
  expect(operators.at("top")).toBeUndefined();
});

test("names no operator after 12 hours without a reply, nor when the clock was set by more", () => {
  const { open, setHours } = setUp();
  const operators = open();
  operators.note({ receivedAt: timeOf(NOW_MS), lanes: [{ ...ann, until: timeOf(NOW_MS + 24 * HOUR_MS) }] });
  for (const [hours, expected] of [
    [12, "ann@example.com"],
    [12.001, undefined],
    [-13, undefined],
    [0, "ann@example.com"],
  ] as const) {
    setHours(hours);
    expect([hours, operators.at("top")]).toEqual([hours, expected]);
  }
});

test("measures the end of a shift by the cloud's clock", () => {
  const { open, setHours } = setUp();
  setHours(2);
  const operators = open();
  operators.note({ receivedAt: timeOf(NOW_MS), lanes: [ann] });
  setHours(9.999);
  expect(operators.at("top")).toBe("ann@example.com");
  setHours(10);
  expect(operators.at("top")).toBeUndefined();
});

test("remembers them over a restart, with the time of the last reply; a broken file names none", () => {
  const { file, open, setHours } = setUp();
  const first = open();
  const lanes = [{ ...ann, until: timeOf(NOW_MS + 24 * HOUR_MS) }];
  first.note({ receivedAt: timeOf(NOW_MS), lanes });
  setHours(1);
  first.note({ receivedAt: timeOf(NOW_MS + HOUR_MS), lanes });
  setHours(13);
  expect(open().at("top")).toBe("ann@example.com");
  setHours(13.001);
  expect(open().at("top")).toBeUndefined();
  writeFileSync(file, "[]");
  setHours(1);
  expect(open().at("top")).toBeUndefined();
});
