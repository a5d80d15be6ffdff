import { pino } from "pino";
import { expect, test } from "vitest";
import { createRepeatedLog } from "./repeated-log.ts";

const setUp = (intervalMs: number) => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) });
  return { lines, logger, log: createRepeatedLog(logger, intervalMs) };
};

test("writes the first line of a kind, counts the others, and writes again after the interval", async () => {
  const { lines, logger, log } = setUp(500);
  const fail = (kind: string) => log(kind, () => logger.warn({ kind }, "failed"));
  for (let time = 0; time < 1_000; time++) fail("database");
  fail("storage");
  expect(lines.map(({ kind, msg }) => [kind, msg])).toEqual([["database", "failed"], ["storage", "failed"]]); // prettier-ignore
  await expect.poll(() => lines).toHaveLength(3);
  expect(lines[2]).toMatchObject({ kind: "database", times: 999, seconds: 0.5, msg: "the same error occurred again" });
  const failAgain = () => {
    fail("storage");
    return lines.filter(({ kind, msg }) => kind === "storage" && msg === "failed");
  };
  await expect.poll(failAgain).toHaveLength(2);
});

test("leaves out no line of more kinds than it remembers", () => {
  const { lines, logger, log } = setUp(60_000);
  for (let kind = 0; kind < 300; kind++) log(`kind ${kind}`, () => logger.warn({ kind }, "failed"));
  expect(lines).toHaveLength(300);
});
