import type { AppContext } from "../../platform/http/context.ts";
import { fail } from "../../platform/http/replies.ts";

/** Answers 501 where the settings name no party that publishes events. */
export const refuseOff = (c: AppContext) =>
  fail(
    c,
    "TRADE_EVENTS_OFF",
    "This service publishes no events for terminal systems. An administrator turns them on with the settings TRADE_PARTY and TRADE_LOCATION.",
  );

/** The details of a refused cursor. */
export const refuseCursor = (path: string) => [{ path, message: "must be that of a link to the next page" }];

/** The request's own address with the cursor of the next page. */
export function linkToNext(c: AppContext, parameter: string, cursor: string): string {
  const { pathname, searchParams } = new URL(c.req.url);
  searchParams.set(parameter, cursor);
  return `${pathname}?${searchParams.toString()}`;
}
