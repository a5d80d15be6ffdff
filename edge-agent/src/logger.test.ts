import { expect, it } from "vitest";
import { formatLine } from "./logger.ts";

it("writes a log record as one line for a person", () => {
  const record = {
    level: 40,
    time: "2026-10-18T10:15:00.000Z",
    camera: "top",
    err: { message: "no route" },
    msg: "failed",
  };
  expect(formatLine(JSON.stringify(record))).toBe('10:15:00 WARN  failed  camera=top err="no route"\n');
});
