import type { EventPosition, FoundEvent } from "./event-store.ts";

// The format of https://html.spec.whatwg.org/multipage/server-sent-events.html: lines `field: value`, an empty line
// ends an event.

/** Time in ms that a client waits before it reconnects. */
const RETRY_MS = 3_000;

const encoder = new TextEncoder();

/** Opens a stream. */
export const STREAM_HEAD = encoder.encode(`retry: ${RETRY_MS}\n\n`);

/**
 * Returns the content of an event that receivers get besides its kind and time: its data, and its container without
 * the owner.
 */
export function contentOf({ container, data }: FoundEvent): Record<string, unknown> {
  const { ownerId: _ownerId, ...shown } = container ?? {};
  return { ...(container && { container: shown }), ...data };
}

/** One event as a client gets it. */
export function formatEvent(found: FoundEvent): Uint8Array {
  const { kind } = found;
  const id = formatPosition(found.position);
  const event = { id, kind, at: found.at.toISOString(), ...contentOf(found) };
  return encoder.encode(`id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** Makes a client refresh its data: changes may have happened before the next events. */
export function formatReset(position: EventPosition | undefined): Uint8Array {
  return encoder.encode(`${idLine(position)}event: reset\ndata: {}\n\n`);
}

/** A heartbeat, which is no event for the client; it only moves the position from which the client would resume. */
export function formatHeartbeat(position: EventPosition | undefined): Uint8Array {
  return encoder.encode(`: still here\n${idLine(position)}\n`);
}

const idLine = (position: EventPosition | undefined) => (position ? `id: ${formatPosition(position)}\n` : "");

/** A position as the id of an event. */
export const formatPosition = ({ xid, id }: EventPosition): string => `${xid}-${id}`;

/** Reads the position from an event's id; undefined for any other text. */
export function parsePosition(lastEventId: string): EventPosition | undefined {
  const [, xid, id] = /^(\d{1,18})-(\d{1,18})$/.exec(lastEventId) ?? [];
  return xid === undefined || id === undefined ? undefined : { xid, id };
}
