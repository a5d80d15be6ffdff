import type { RouteDefinition } from "../platform/http/define-route.ts";
import { streamEvents } from "./events/stream-events.ts";
import { listAuditLog } from "./audit/list-audit-log.ts";
import type { JournalParts } from "./parts.ts";

/** This room's routes. Where two paths fit a request, the first row wins: fixed words come before parameters. */
export const journalRoutes: readonly RouteDefinition<JournalParts>[] = [
  streamEvents,

  listAuditLog,
];
