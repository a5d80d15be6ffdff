import type { SavedView } from "@container-inspection/shared-schemas/saved-views";
import type { SavedViewRow } from "./saved-view-store.ts";

/** A saved view as replies and the audit log show it. */
export const presentSavedView = ({ id, name, search, createdAt, updatedAt }: SavedViewRow): SavedView => ({
  id,
  name,
  search,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});
