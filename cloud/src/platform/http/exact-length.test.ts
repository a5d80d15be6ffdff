import { buffer } from "node:stream/consumers";
import { setImmediate as microtasksDone } from "node:timers/promises";
import { expect, test } from "vitest";
import { exactLength } from "./exact-length.ts";

/** A source of `chunks` that then waits until it is ended or cancelled, as a file does between two reads. */
function waitingSource(chunks: Uint8Array[]) {
  const ended = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const seen = { cancelled: false };
  const source = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = chunks.shift();
        if (chunk) return controller.enqueue(chunk);
        asked.resolve();
        await ended.promise;
        if (!seen.cancelled) controller.close();
      },
      cancel: () => {
        seen.cancelled = true;
        ended.resolve();
      },
    },
    { highWaterMark: 0 },
  );
  return { source, seen, end: ended.resolve, askedForMore: asked.promise };
}

test.each([
  ["after its last byte, before its end was read", 4],
  ["halfway", 8],
])("a receiver that goes away %s is no failure", async (_, lengthBytes) => {
  const { source, seen, askedForMore } = waitingSource([new Uint8Array(4)]);
  const failures: unknown[] = [];
  const reader = exactLength(source, lengthBytes, (error) => failures.push(error)).getReader();
  expect((await reader.read()).value).toHaveLength(4);
  const next = reader.read();
  await askedForMore;
  await reader.cancel("the connection is closed");
  expect(await next).toMatchObject({ done: true });
  await microtasksDone();
  expect({ failures, seen }).toEqual({ failures: [], seen: { cancelled: true } });
});

test.each([
  ["early", 8],
  ["late", 2],
])("a source that ends %s is one", async (_, lengthBytes) => {
  const { source, end } = waitingSource([new Uint8Array(4)]);
  end();
  const failures: unknown[] = [];
  const stream = exactLength(source, lengthBytes, (error) => failures.push(error));
  await expect(buffer(stream)).rejects.toThrow("not the");
  expect(failures).toHaveLength(1);
});
