import { createStore } from "../api/store.ts";

/** New recovery codes, until the user has stored them. They are shown over all pages, since they are never sent again. */
export const newRecoveryCodes = createStore<readonly string[] | undefined>(undefined);
