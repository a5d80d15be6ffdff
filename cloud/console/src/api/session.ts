import { createStore } from "./store.ts";

/** Message from one tab to the other tabs of the browser. */
type Notice = { kind: "signed-out" } | { kind: "signed-in"; userId: string };

const tabs = new BroadcastChannel("session");

/** True from the moment that the service rejects the session until the user signs in again. */
export const sessionEnded = createStore(false);

/** Called for each request that the service rejects for its session. */
export const noteSessionEnded = (): void => sessionEnded.set(true);

/** Has the other tabs leave the pages of this session. */
export const reportSignedOut = (): void => tabs.postMessage({ kind: "signed-out" } satisfies Notice);

/** Has the other tabs continue as this user, or start afresh where they show another user's pages. */
export const reportSignedIn = (userId: string): void =>
  tabs.postMessage({ kind: "signed-in", userId } satisfies Notice);

/** Listens to the notices of the other tabs; returns a function that stops listening. */
export function followSession(react: (notice: Notice) => void): () => void {
  const listener = ({ data }: MessageEvent<Notice>) => react(data);
  tabs.addEventListener("message", listener);
  return () => tabs.removeEventListener("message", listener);
}
