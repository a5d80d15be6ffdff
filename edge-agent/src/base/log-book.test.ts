import { expect, test, vi } from "vitest";
import { createLogBook } from "./log-book.ts";
import { createLogger } from "./logger.ts";

const line = { atMs: 1, message: "m", details: "" };

test("keeps the newest lines of each level, so that many of a low level displace no warning", () => {
  const book = createLogBook(2);
  book.add({ ...line, level: "warn" });
  for (const _ of [1, 2, 3]) book.add({ ...line, level: "info" });
  expect(book.read({ afterId: 0, level: "info" }).map(({ id }) => id)).toEqual([1, 3, 4]);
  expect(book.read({ afterId: 3, level: "debug" }).map(({ id }) => id)).toEqual([4]);
  expect(book.read({ afterId: 0, level: "warn" }).map(({ level }) => level)).toEqual(["warn"]);
});

test("contains the logger's lines, with their fields as text", () => {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const book = createLogBook();
  const logger = createLogger({ isTerminal: false, level: "info", book });
  logger.error({ camera: "top", err: new Error("no route") }, "camera failed");
  written.mockRestore();
  expect(book.read({ afterId: 0, level: "error" })).toEqual([
    { id: 1, atMs: expect.any(Number), level: "error", message: "camera failed", details: 'camera=top err="no route"' },
  ]);
});
