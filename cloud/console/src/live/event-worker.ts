// One stream for all tabs of a browser: over HTTP/1.1 a browser opens six connections to a host, and a stream per tab
// takes them all (decision 0031). A shared worker exists over plain HTTP as well, unlike Web Locks.
import { openEventStream } from "./event-stream.ts";
import type { FromTab, ToTab } from "./messages.ts";

/** The tabs that follow, and the user whose session the stream was opened with. */
const tabs = new Set<MessagePort>();
let followed: string | undefined;
let close: (() => void) | undefined;
let isOpen = false;

function follow(tab: MessagePort, userId: string, position: string): void {
  // The cookie has changed: the tabs of the former user no longer get events.
  if (userId !== followed) {
    tabs.clear();
    end();
    followed = userId;
  }
  tabs.add(tab);
  if (isOpen) send(tab, "open", "");
  close ??= openEventStream(position, (kind, data) => {
    if (kind === "open") isOpen = true;
    if (kind === "lost") isOpen = false;
    for (const one of tabs) send(one, kind, data);
  });
}

function leave(tab: MessagePort): void {
  tabs.delete(tab);
  if (tabs.size === 0) end();
}

function end(): void {
  close?.();
  close = undefined;
  isOpen = false;
}

const send = (tab: MessagePort, kind: string, data: string) => tab.postMessage({ kind, data } satisfies ToTab);

addEventListener("connect", (event) => {
  const [tab] = event instanceof MessageEvent ? event.ports : [];
  if (!tab) return;
  tab.addEventListener("message", ({ data }: MessageEvent<FromTab>) => {
    if (data.kind === "follow") follow(tab, data.userId, data.position);
    else leave(tab);
  });
  // Sent where a tab crashes; browsers without this event keep the port until the worker ends.
  tab.addEventListener("close", () => leave(tab));
  tab.start();
});
