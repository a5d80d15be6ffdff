import { describe, expect, test } from "vitest";
import { addEvidenceQuery } from "./evidence.ts";
import { createEdgeDeviceRequest, updateEdgeDeviceRequest } from "./edge-devices.ts";
import { escalateRequest, resolveEscalationRequest } from "./escalations.ts";
import { legalHoldRequest } from "./containers.ts";
import { readableText } from "./primitives.ts";
import { setVerdictRequest } from "./scans.ts";
import { updateCategoryMapRequest } from "./category-map.ts";
import { proposeRuleSetRequest } from "./rule-sets.ts";

const fields = {
  "the reason of an escalation": escalateRequest.shape.reason,
  "the reason of a decision": resolveEscalationRequest.shape.reason,
  "the reason of a legal hold": legalHoldRequest.shape.reason,
  "the note of a verdict": setVerdictRequest.shape.note,
  "the note of evidence": addEvidenceQuery.shape.note,
  "the note of a new edge device": createEdgeDeviceRequest.shape.note,
  "the note of an edge device": updateEdgeDeviceRequest.shape.note,
  "the note of a category map": updateCategoryMapRequest.shape.note,
  "the note of a rule set": proposeRuleSetRequest.shape.note,
};
const invisible = [" ", " \u200b ", "\t\n", "\u3000", "\u00ad\u2060", "\u3164", "\u2800", "\u202e", "\u0301", "\ufe0f"];

describe.each(Object.entries(fields))("%s", (_, field) => {
  test.each(["x", " ok ", "好", "42", "?", "🚢", "é"])("takes %j", (sent) => expect(field.parse(sent)).toBe(sent));
  test.each(["", ...invisible])("refuses %j", (sent) => expect(field.safeParse(sent).success).toBe(false));
});

test("reports a missing visible character", () => {
  expect(readableText(10).safeParse(" ").error?.issues).toMatchObject([
    { message: "must contain a visible character" },
  ]);
});
