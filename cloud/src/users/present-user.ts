import type { User } from "@container-inspection/shared-schemas";
import type { User as UserRow } from "./user-store.ts";

/** An account as admins see it. */
export function presentUser({ id, email, name, role, disabledAt, createdAt, updatedAt }: UserRow): User {
  return {
    id,
    email,
    name,
    role,
    disabled: disabledAt !== null,
    disabledAt: disabledAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
