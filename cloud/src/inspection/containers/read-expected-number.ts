import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { AiReading, AiRequest } from "../../platform/ai/ai-service.ts";
import type { Needs } from "../parts.ts";
import { findExpectedNumbers } from "./expected-number-store.ts";

/**
 * Reads the container number of a picture. Where the AI service is in doubt, and a number that it considered is
 * expected, it is asked once more with the expected ones, which it then prefers; both together take at most the
 * request's deadline. Fails as `readNumber` does.
 */
export async function readExpectedNumber(
  { db, ai, nowMs }: Needs<"db" | "ai" | "nowMs">,
  request: AiRequest<"identify">,
): Promise<AiReading> {
  const endsAtMs = performance.now() + request.deadlineMs;
  const first = await ai.readNumber(request);
  if (first.kind !== "read" || first.number || !first.unread) return first;
  const considered = first.unread.candidates.flatMap(({ text }) => {
    const number = parseContainerNumber(text);
    return number ? [{ text, key: number.key }] : [];
  });
  const keys = new Set(considered.map(({ key }) => key));
  const expected = keys.size > 0 ? await findExpectedNumbers(db, nowMs(), [...keys]) : [];
  const expectedKeys = new Set(expected.map((number) => parseContainerNumber(number)?.key));
  const expectedNumbers = considered.filter(({ key }) => expectedKeys.has(key)).map(({ text }) => text);
  const deadlineMs = Math.floor(endsAtMs - performance.now());
  if (expectedNumbers.length === 0 || deadlineMs < 1) return first;
  const again = await ai.readNumber({ ...request, deadlineMs, expectedNumbers });
  return again.kind === "read" ? again : first;
}
