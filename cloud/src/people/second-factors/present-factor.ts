import type { SecondFactor } from "@container-inspection/shared-schemas/second-factors";
import type { Factor } from "./factor-store.ts";

/** A second factor in replies, without its secret. */
export const presentFactor = ({ id, kind, name, createdAt, lastUsedAt }: Factor): SecondFactor => ({
  id,
  kind,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
