import { createStore } from "../api/store.ts";
import type { Group } from "../api/refresh.ts";

/** What was done, and how it is undone; afterwards these groups of queries are refreshed. */
export type Done = { text: string; undo: () => Promise<unknown>; groups: readonly Group[] };

/** What the user did last that can be undone. */
export const lastDone = createStore<Done | undefined>(undefined);

/** States what was done, for some seconds, with a button that undoes it; only for what the service can undo. */
export const offerUndo = (done: Done): void => lastDone.set(done);
