import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

test("askers take turns, however much one of them asks", () => {
  const queue = createFairQueue<string>();
  for (const item of ["a1", "a2", "a3", "b1", "a4", "c1", "b2"]) queue.put(item.slice(0, 1), item);
  expect(queue.size()).toBe(7);
  const taken = [queue.take(), queue.take()];
  // An asker that was served before comes after the others.
  queue.put("b", "b3");
  for (let item = queue.take(); item; item = queue.take()) taken.push(item);
  expect(taken).toEqual(["a1", "b1", "c1", "a2", "b2", "a3", "b3", "a4"]);
  expect(queue.size()).toBe(0);
});
