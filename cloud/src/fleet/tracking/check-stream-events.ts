import type { ErrorCode } from "@container-inspection/shared-schemas/errors";
import { type StreamEvent, streamEvent as streamEventSchema } from "@container-inspection/shared-schemas/tracking";
import { explainIssue } from "../../platform/http/explain-issue.ts";

export type RejectedEvent = { index: number; code: ErrorCode; message: string };

/**
 * Checks the events of a batch one by one, so that an invalid one does not affect the others. `index` counts from 0 in
 * the batch as sent; a message names every invalid field.
 */
export function checkStreamEvents(events: readonly unknown[]): { valid: StreamEvent[]; rejected: RejectedEvent[] } {
  const valid: StreamEvent[] = [];
  const rejected: RejectedEvent[] = [];
  for (const [index, event] of events.entries()) {
    const checked = streamEventSchema.safeParse(event, { error: explainIssue });
    if (checked.success) valid.push(checked.data);
    else rejected.push({ index, code: "VALIDATION_ERROR", message: describeIssues(checked.error.issues) });
  }
  return { valid, rejected };
}

function describeIssues(issues: readonly { path: PropertyKey[]; message: string }[]): string {
  return issues.map(({ path, message }) => `${path.map(String).join(".") || "event"}: ${message}`).join("; ");
}
