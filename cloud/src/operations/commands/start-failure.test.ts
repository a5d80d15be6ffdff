import { expect, test } from "vitest";
import { explainStartFailure } from "./start-failure.ts";

test("a query that fails is explained by the words of the database first, not by the query", () => {
  const cause = new Error('column "size_type" of relation "containers" already exists');
  const [first, second] = explainStartFailure(new Error("Failed query: ALTER TABLE", { cause })).split("\n");
  expect([first, second]).toEqual([cause.message, "Error: Failed query: ALTER TABLE"]);
});
