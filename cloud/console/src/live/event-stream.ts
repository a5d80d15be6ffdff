import { EVENT_KINDS } from "./event-kinds.ts";

const REOPEN_MS = 10_000;

/** An event of the service with its data as JSON, or whether the stream is open (`open`) or not (`lost`). */
export type Receive = (kind: string, data: string) => void;

/**
 * Follows `GET /v1/events` after a position until the returned function is called. The browser reconnects by itself
 * after a broken connection; after a refusal, the stream is opened again. Both continue after the last event.
 */
export function openEventStream(position: string, receive: Receive): () => void {
  let last = position;
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = () => {
    const opened = new EventSource(last ? `/v1/events?lastEventId=${encodeURIComponent(last)}` : "/v1/events");
    stream = opened;
    for (const kind of EVENT_KINDS)
      opened.addEventListener(kind, ({ data, lastEventId }: MessageEvent<string>) => {
        last = lastEventId || last;
        receive(kind, data);
      });
    opened.addEventListener("open", () => receive("open", ""));
    opened.addEventListener("error", () => {
      receive("lost", "");
      if (opened.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS);
    });
  };
  open();
  return () => {
    clearTimeout(timer);
    stream?.close();
  };
}
