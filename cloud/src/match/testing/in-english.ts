import { Translatable } from "../english.ts";

/** Findings and texts as tests write them: in English, without their phrases, which phrases.test.ts checks. */
export function inEnglish(value: unknown): unknown {
  if (value instanceof Translatable) return value.text;
  if (Array.isArray(value)) return value.map(inEnglish);
  if (value instanceof Map) return new Map([...value].map(([key, one]) => [key, inEnglish(one)]));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== "phrases");
  return Object.fromEntries(kept.map(([name, one]) => [name, inEnglish(one)]));
}
