import { findEventsAfter, type FoundEvent } from "../../journal/events/event-store.ts";
import { formatPosition, parsePosition } from "../../journal/events/format-event.ts";
import { tradeSources } from "@container-inspection/shared-schemas/trade-events";
import type { Database } from "../../platform/db/database.ts";
import { readTradeEvents, readTradeEventsOf } from "./read-trade-events.ts";
import type { TradeEvent } from "./trade-event.ts";
import { findIdByNumber } from "./trade-fact-store.ts";

type PageQuery = {
  /** All events of this container instead of a page. */
  number: string | undefined;
  limit: number;
  from: Date | undefined;
  cursor: string | undefined;
};

/** Events, and the cursor of the next page; undefined at the end. */
export type TradePage = { events: TradeEvent[]; next: string | undefined };

/** Reads one page of the live log, or everything of one container; undefined where the cursor is not one of ours. */
export async function readTradePage(db: Database, query: PageQuery): Promise<TradePage | undefined> {
  const { number, limit, from, cursor } = query;
  if (number !== undefined) {
    const id = await findIdByNumber(db, number);
    const events = id === undefined ? [] : await readTradeEventsOf(db, id);
    return { events: events.filter(({ recordedAt }) => !from || recordedAt >= from), next: undefined };
  }
  const after = cursor === undefined ? undefined : parsePosition(cursor);
  if (cursor !== undefined && !after) return undefined;
  const { events: entries } = await findEventsAfter(db, after, limit, { kinds: tradeSources, from });
  return { events: await readTradeEvents(db, entries), next: entries.length === limit ? endOf(entries) : undefined };
}

function endOf(entries: readonly FoundEvent[]): string | undefined {
  const last = entries.at(-1);
  return last && formatPosition(last.position);
}
