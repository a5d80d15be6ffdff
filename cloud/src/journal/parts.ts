import type { PlatformParts } from "../platform/parts.ts";
import type { EventFeed } from "./events/event-feed.ts";

export type JournalParts = PlatformParts & { events: EventFeed };

/** The parts that a function declares that it uses. */
export type Needs<Key extends keyof JournalParts> = Pick<JournalParts, Key>;
