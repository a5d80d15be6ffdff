import { expect, test } from "vitest";
import { covers } from "./covers.ts";

test.each<[unknown, unknown, boolean]>([
  [{ id: "a", at: 1 }, { id: "b", at: 2 }, true],
  [{ id: "a" }, { id: "b", at: 2 }, false],
  [{ id: "a", at: 1 }, { id: "b" }, false],
  [{ id: "a" }, { id: null }, true],
  [{ id: null }, { id: "a" }, true],
  [{ items: [{ id: "a" }] }, { items: [] }, true],
  [{ items: [] }, { items: [{ id: "a" }] }, false],
  [{ items: [{ id: "a" }, { kind: 1 }] }, { items: [{ kind: 2 }] }, true],
  [{ id: "a" }, { id: 5 }, false],
  [undefined, { id: 5 }, false],
  [{ id: ["a"] }, { id: { a: 1 } }, false],
])("%j shows all that %j does: %s", (earlier, now, expected) => expect(covers(earlier, now)).toBe(expected));
