import { hash } from "node:crypto";

/**
 * SHA-256 of a request as idempotency compares it: the facts as JSON with sorted keys, so that neither the order of a
 * body's keys nor that of a schema's matters; undefined counts as absent.
 */
export function requestSha256(facts: Record<string, unknown>): string {
  return hash("sha256", JSON.stringify(facts, sortKeys));
}

function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
