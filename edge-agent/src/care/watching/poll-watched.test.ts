import { expect, onTestFinished, test } from "vitest";
import type { Answer } from "../../forwarding/link/cloud-client.ts";
import { pollWatched } from "./poll-watched.ts";

const list = (cameras: string[], version: string): Answer => ({
  type: "answer",
  status: 200,
  text: JSON.stringify({ success: true, data: { cameras, version } }),
  retryAfterMs: null,
});
const refusal = (status: number): Answer => ({ type: "answer", status, text: "{}", retryAfterMs: null });

/** Polls a cloud that answers these one after the other at once, and then leaves a request waiting. */
async function poll(answers: Answer[], onCameras: (cameras: readonly string[]) => void = () => undefined) {
  let nowMs = 0;
  const count = answers.length;
  const asked: { known: string | null; atMs: number }[] = [];
  const lists: (readonly string[])[] = [];
  const warnings: unknown[] = [];
  const polling = pollWatched({
    client: {
      async get({ url, signal }) {
        asked.push({ known: new URL(url).searchParams.get("known"), atMs: nowMs });
        const answer = answers.shift();
        if (answer) return answer;
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
        return { type: "no-answer", message: "stopped", reached: true, cut: true };
      },
    },
    url: "http://cloud.example.com/v1/edge/watched-cameras",
    deviceId: "gate 1",
    onCameras(cameras) {
      lists.push(cameras);
      onCameras(cameras);
    },
    monotonicMs: () => nowMs,
    pause: async (ms) => void (nowMs += ms),
    random: () => 1,
    logger: { info: () => {}, warn: (fields) => void warnings.push(fields), error: () => {} },
  });
  onTestFinished(() => polling.stop());
  await expect.poll(() => asked.length).toBe(count + 1);
  return { asked, lists, warnings, times: asked.map(({ atMs }) => atMs) };
}

test("each change is taken at once, and the next request waits for the one after it", async () => {
  const { asked, lists, times } = await poll([list([], "a"), list(["top"], "b"), list([], "a")]);
  expect(lists).toEqual([[], ["top"], []]);
  expect(asked.map(({ known }) => known)).toEqual(["", "a", "b", "a"]);
  expect(times).toEqual([0, 0, 0, 0]);
});

test("a cloud that does not wait is asked every five seconds", async () => {
  const { times } = await poll([list([], "a"), list([], "a"), list([], "a")]);
  expect(times).toEqual([0, 0, 5_000, 10_000]);
});

test("failures end the watching, are logged once, and are retried later and later", async () => {
  const failure: Answer = { type: "no-answer", message: "no route", reached: false, cut: false };
  const { lists, warnings, times } = await poll([list(["top"], "a"), failure, failure, list(["top"], "a")]);
  expect(lists).toEqual([["top"], [], [], ["top"]]);
  expect(warnings).toEqual([{ reason: "no route" }]);
  expect(times).toEqual([0, 0, 2_000, 6_000, 6_000]);
});

test("a reply that cannot be taken is requested again as a whole", async () => {
  const failures = [new Error("no memory")];
  const { asked, lists, warnings, times } = await poll([list(["top"], "a"), list(["top"], "a")], (cameras) => {
    const failure = cameras.length > 0 ? failures.pop() : undefined;
    if (failure) throw failure;
  });
  expect(lists).toEqual([["top"], [], ["top"]]);
  expect(asked.map(({ known }) => known)).toEqual(["", "", "a"]);
  expect(warnings).toEqual([{ reason: "no memory" }]);
  expect(times).toEqual([0, 2_000, 2_000]);
});

test.each([
  [404, 600_000],
  [401, 60_000],
])("a cloud that answers %i is left alone for %i ms", async (status, pauseMs) => {
  const { times } = await poll([refusal(status)]);
  expect(times).toEqual([0, pauseMs]);
});
