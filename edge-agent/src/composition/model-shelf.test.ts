import { expect, test } from "vitest";
import { resolveModelFile } from "../config/files.ts";
import { createModelShelf } from "./model-shelf.ts";
import { createTestLogger } from "../outbox/testing/captures.ts";

test("a check that is cut off by the end of the agent is no finding about the model", async () => {
  const logger = createTestLogger();
  const settings = { confidence: 0.25, iou: 0.7, executionProvider: "cpu" };
  const models = new Map([["category", { ...settings, file: resolveModelFile("bundled:category-demo", "/") }]]);
  const inference = { workers: 1, threadsPerWorker: 1 };
  const shelf = createModelShelf({ config: { models, numbers: null, inference }, askers: 1, logger });
  await shelf.named("category");
  await shelf.close();
  await shelf.whenChecked();
  // It was cut off, and did not pass.
  expect(shelf.status()).toMatchObject([{ id: "category", check: "failed" }]);
  expect(logger.lines.filter((line) => line.includes("failed its check"))).toEqual([]);
});
