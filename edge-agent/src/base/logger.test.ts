import { hostname } from "node:os";
import { expect, test, vi } from "vitest";
import { createLogger, formatLine } from "./logger.ts";

test("writes lines of JSON that name the service, its version, the host and the process, each key once", () => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const logger = createLogger({ isTerminal: false, level: "info", version: "3.0.0" });
  logger.info({ version: "3.0.0", stations: ["gate-1"] }, "agent started");
  const [line] = written.mock.calls.map(([text]) => String(text));
  written.mockRestore();
  const source = { service: "edge-agent", version: "3.0.0", hostname: hostname(), pid: process.pid };
  expect(JSON.parse(line!)).toEqual({ level: "info", time: expect.stringMatching(/^20.*T.*Z$/), ...source, stations: ["gate-1"], msg: "agent started" }); // prettier-ignore
  expect(line!.split('"version"')).toHaveLength(2);
  expect(line).toMatch(/\n$/);
});

test("writes a log record as one line for a person", () => {
  const record = {
    level: 40,
    time: "2026-10-18T10:15:00.000Z",
    camera: "top",
    err: { message: "no route" },
    msg: "failed",
  };
  expect(formatLine(JSON.stringify(record))).toBe('2026-10-18T10:15:00Z WARN  failed  camera=top err="no route"\n');
});
