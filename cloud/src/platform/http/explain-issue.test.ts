import { describe, expect, test } from "vitest";
import { z } from "zod";
import { explainIssue } from "./explain-issue.ts";

const messageOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: explainIssue }).error?.issues[0]?.message;

describe("the requirement on a value is explained in plain words", () => {
  const role = z.enum(["operator", "admin"]);
  test.each<[string, z.ZodType, unknown]>([
    ["is missing", z.object({ name: z.string() }), {}],
    ["is missing: must be one of operator, admin", z.object({ role }), {}],
    ["must be one of operator, admin", role, "king"],
    ["must be 1", z.literal(1), 2],
    ["must be text", z.string(), 5],
    ["must be text", z.object({ name: z.string() }), { name: null }],
    ["must be text, not a list", z.string(), ["3", "4"]],
    ["must be a whole number", z.int(), 1.5],
    ["must be a list", z.array(z.string()), {}],
    ["must be an object", z.record(z.string(), z.unknown()), "text"],
    ["must be at most 200", z.number().max(200), 201],
    ["must be at least 0", z.number().min(0), -1],
    ["must be more than 0", z.number().gt(0), 0],
    ["must not be empty", z.string().min(1), ""],
    ["must have at least 2 characters", z.string().min(2), "a"],
    ["must have at most 1 item", z.array(z.int()).max(1), [1, 2]],
  ])("%s", (message, schema, value) => {
    expect(messageOf(schema, value)).toBe(message);
  });

  test("a schema's own message is kept", () => {
    expect(messageOf(z.string().min(12, { message: "must be longer" }), "a")).toBe("must be longer");
  });
});
