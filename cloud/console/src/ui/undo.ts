import type { Group } from "../api/refresh.ts";
import { createStore } from "../api/store.ts";

/** What was done, and, where it can be undone, how; afterwards these groups of queries are refreshed. */
export type Done = { text: string; undo?: () => Promise<unknown>; groups: readonly Group[] };

/** What was done last that is shown for some seconds. */
export const lastDone = createStore<Done | undefined>(undefined);

/** States what was done, for some seconds, with a button that undoes it; only for what the service can undo. */
export const offerUndo = (done: Done & { undo: () => Promise<unknown> }): void => lastDone.set(done);

/** States for some seconds what has ended, whichever page is shown. */
export const notify = (text: string): void => lastDone.set({ text, groups: [] });
