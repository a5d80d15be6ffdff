import { createStore } from "../api/store.ts";

/** New recovery codes, until the user has stored them: shown over all pages, since they are not sent a second time. */
export const newRecoveryCodes = createStore<readonly string[] | undefined>(undefined);
