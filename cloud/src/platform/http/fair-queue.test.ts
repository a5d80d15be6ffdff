import { expect, test } from "vitest";
import { createFairQueue } from "./fair-queue.ts";

test("does one piece of work at a time, and lets a caller with one not wait for all of a caller with many", async () => {
  const queue = createFairQueue();
  const done: string[] = [];
  let running = 0;
  const work = (name: string) => async () => {
    running += 1;
    expect(running).toBe(1);
    await new Promise(setImmediate);
    running -= 1;
    done.push(name);
  };
  const all = ["a1", "a2", "a3", "a4", "b1", "c1"].map((name) => queue(name.slice(0, 1), work(name)));
  await Promise.all(all);
  expect(done.slice(0, 4)).toEqual(["a1", "b1", "c1", "a2"]);
  expect(done).toHaveLength(6);
});

test("continues after work that fails", async () => {
  const queue = createFairQueue();
  await expect(queue("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(await queue("a", async () => "done")).toBe("done");
});
