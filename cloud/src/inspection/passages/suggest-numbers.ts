import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { isPlaceholderNumber, type PassageSuggestion } from "@container-inspection/shared-schemas/passages";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import type { Caller } from "../../platform/http/context.ts";
import { findAwaitedNumbers, findExpectedNumbers } from "../containers/expected-number-store.ts";
import { confusionsOf } from "../containers/near-miss-rules.ts";
import { maySeeContainer } from "../record/container-rules.ts";
import { findContainersByNumber } from "../record/container-store.ts";
import type { ListedPassage } from "./passage-list-store.ts";

/** One for each digit key. */
const MAX_SUGGESTIONS = 9;

type Asked = {
  /** Numbers that records of the passage have. */
  recorded: readonly string[];
  /** The passages before and after it. */
  neighbours: readonly ListedPassage[];
  /** Part of the number, as the user reads it. */
  part: string | undefined;
  nowMs: number;
  /** Operators learn of no number but those of their own containers. */
  caller: Caller;
};

/** The numbers that the vehicle of a passage may have, likeliest first. */
export async function suggestNumbers(
  db: DatabaseOrTransaction,
  { recorded, neighbours, part, nowMs, caller }: Asked,
): Promise<PassageSuggestion[]> {
  const read = recorded.filter((number) => !isPlaceholderNumber(number));
  const confused = [
    ...new Set([...read, ...(part === undefined ? [] : [part])].flatMap((one) => [...confusionsOf(one).keys()])),
  ];
  const similar = confused.length === 0 ? [] : await findExpectedNumbers(db, nowMs, confused);
  const rankOf = (number: string) => confused.indexOf(parseContainerNumber(number)?.key ?? "");
  const near = similar.toSorted((one, other) => rankOf(one) - rankOf(other));
  const expected = await findAwaitedNumbers(db, nowMs, { part, limit: MAX_SUGGESTIONS });
  const beside = neighbours.flatMap(({ positions }) => positions.map(({ container }) => container.containerNumber));
  const reasons = [
    ...read.map((number) => ({ number, reason: "recorded" as const })),
    ...near.map((number) => ({ number, reason: "near" as const })),
    ...beside.map((number) => ({ number, reason: "neighbour" as const })),
    ...expected.map((number) => ({ number, reason: "expected" as const })),
  ].flatMap(({ number, reason }) => {
    const parsed = isPlaceholderNumber(number) ? undefined : parseContainerNumber(number);
    return parsed && (part === undefined || reason === "near" || parsed.key.includes(part.toUpperCase()))
      ? [{ parsed, reason }]
      : [];
  });
  const distinct = reasons.filter(
    ({ parsed }, index) => reasons.findIndex((one) => one.parsed.key === parsed.key) === index,
  );
  const existing = await findContainersByNumber(
    db,
    distinct.map(({ parsed }) => parsed.key),
  );
  return distinct
    .flatMap(({ parsed: { text, key, check }, reason }) => {
      const container = existing.get(key);
      const isVisible = container ? maySeeContainer(caller, container) : caller.role !== "operator";
      if (!isVisible) return [];
      return [{ containerNumber: text, numberCheck: check, containerId: container?.id ?? null, reason }];
    })
    .slice(0, MAX_SUGGESTIONS);
}
