import type { Database, DatabaseOrTransaction } from "../../platform/db/database.ts";
import { findSubjectsBefore, type FoundEvent } from "../../journal/events/event-store.ts";
import { isEmptyContainer } from "./is-empty-container.ts";
import { findManifestRows } from "../record/manifest-store.ts";
import { attachedIds } from "../record/attached-manifest-store.ts";
import { idOfFact, isTradeNumber, type TradeEvent, type TradeFact } from "./trade-event.ts";
import {
  type FactQuery,
  findFacts,
  findFactsOfContainers,
  findNamed,
  findVisitManifests,
  type NamedContainer,
} from "./trade-fact-store.ts";

/**
 * Reads what entries of the live log mean to a terminal system. A container that got another number, was merged, or
 * gave records away is reported in two steps: what was sent under the former number is taken back, and sent again under
 * the present one. Nothing is reported under a placeholder, or under a number that is not of ISO 6346's form.
 */
export async function readTradeEvents(
  db: DatabaseOrTransaction,
  entries: readonly FoundEvent[],
): Promise<TradeEvent[]> {
  const facts = await findFacts(db, subjectsOf(entries.map(({ data }) => data)));
  const events = await nameFacts(db, facts);
  const moved: TradeEvent[] = [];
  for (const entry of entries) if (isOfIdentity(entry)) moved.push(...(await readMoved(db, entry)));
  const key = ({ id, retractedAt }: TradeEvent) => `${id} ${retractedAt === null ? "stands" : "retracted"}`;
  return [...new Map([...events, ...moved].map((event) => [key(event), event])).values()];
}

/** Everything that is reported of one container, in the order in which it happened. */
export async function readTradeEventsOf(db: Database, containerId: string): Promise<TradeEvent[]> {
  return nameFacts(db, await findFactsOfContainers(db, [containerId]));
}

/** The records that entries of the live log name. */
function subjectsOf(all: readonly Record<string, unknown>[]): FactQuery {
  const idsOf = (name: string) => [
    ...new Set(all.map((data) => data[name]).filter((id): id is string => typeof id === "string")),
  ];
  return { visitIds: idsOf("visitId"), scanIds: idsOf("scanId"), escalationIds: idsOf("escalationId") };
}

const changedOf = ({ data }: FoundEvent) => (Array.isArray(data["changed"]) ? data["changed"] : []);

/** True for an entry after which records can be of another container, or their container has another number. */
function isOfIdentity(entry: FoundEvent): boolean {
  if (entry.kind === "container.deleted") return typeof entry.data["mergedIntoId"] === "string";
  if (entry.kind !== "container.updated") return false;
  return changedOf(entry).some((field) => field === "containerNumber" || field === "visit");
}

/** The earlier reports of a container, as far as they are under another number now. */
async function readMoved(db: DatabaseOrTransaction, entry: FoundEvent): Promise<TradeEvent[]> {
  const containerId = entry.container?.id;
  if (containerId === undefined) return [];
  const facts = await findFacts(db, subjectsOf(await findSubjectsBefore(db, containerId, entry.position)));
  const former = (await findNamed(db, [containerId])).get(containerId);
  if (!former) return [];
  const isRenumbered = changedOf(entry).includes("containerNumber");
  const numbers = [former.numberKey, ...(isRenumbered ? former.formerNumberKeys : [])].filter(isTradeNumber);
  const named = new Map((await nameFacts(db, facts)).map((event) => [keyOf(event), event]));
  return facts.flatMap((fact) => {
    const event = named.get(keyOf(fact));
    const left = numbers.filter((number) => number !== event?.containerNumber);
    if (left.length === 0) return [];
    const content = event ?? { ...fact, sizeType: null, isEmpty: false, bills: [] };
    const retracted = left.map((containerNumber) => {
      const id = idOfFact(fact, containerNumber);
      return { ...content, id, containerNumber, retractedAt: entry.at };
    });
    return event ? [...retracted, event] : retracted;
  });
}

const keyOf = ({ kind, subjectId }: TradeFact) => `${kind} ${subjectId}`;

/** Puts facts under the numbers of their containers; those of deleted or unnamed containers are left out. */
async function nameFacts(db: DatabaseOrTransaction, facts: readonly TradeFact[]): Promise<TradeEvent[]> {
  if (facts.length === 0) return [];
  const named = await findNamed(db, [...new Set(facts.map(({ containerId }) => containerId))]);
  const ended = await findVisitManifests(db, [...new Set(facts.map(({ visitId }) => visitId))]);
  const manifestIdsOf = ({ visitId }: TradeFact, container: NamedContainer) => {
    const holder = container.visitId === visitId ? container : ended.get(visitId);
    return holder ? attachedIds(holder) : [];
  };
  const known = facts.flatMap((fact) => {
    const container = named.get(fact.containerId);
    if (fact.isOver || !container || container.isDeleted || !isTradeNumber(container.numberKey)) return [];
    return { fact, container, manifestIds: manifestIdsOf(fact, container) };
  });
  const manifests = await findManifestRows(db, [...new Set(known.flatMap(({ manifestIds }) => manifestIds))]);
  return known.map(({ fact, container, manifestIds }) => {
    const attached = manifests.filter(({ id }) => manifestIds.includes(id));
    const { numberKey: containerNumber, sizeType } = container;
    return {
      ...fact,
      id: idOfFact(fact, containerNumber),
      containerNumber,
      sizeType,
      isEmpty: isEmptyContainer(attached),
      bills: [...new Set(attached.flatMap(({ billOfLading }) => billOfLading ?? []))],
      retractedAt: null,
    };
  });
}
