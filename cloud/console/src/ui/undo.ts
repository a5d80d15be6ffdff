import type { Group } from "../api/refresh.ts";
import { createStore } from "../api/store.ts";

/** Finished action, with its undo if it can be undone; after an undo, these groups of queries are refreshed. */
export type Done = { text: string; undo?: () => Promise<unknown>; groups: readonly Group[] };

/** Last finished action, which is shown for some seconds. */
export const lastDone = createStore<Done | undefined>(undefined);

/** Reports a finished action for some seconds, with an undo button; only for actions that the service can undo. */
export const offerUndo = (done: Done & { undo: () => Promise<unknown> }): void => lastDone.set(done);

/** States for some seconds what has ended, whichever page is shown. */
export const notify = (text: string): void => lastDone.set({ text, groups: [] });
