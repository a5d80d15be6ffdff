import type { me } from "@container-inspection/shared-schemas/auth";
import type { User } from "@container-inspection/shared-schemas/users";
import type { z } from "zod";
import type { Caller } from "../../platform/http/context.ts";
import type { User as UserRow } from "../accounts/user-store.ts";

/** An account in replies to administrators. */
export function presentUser(row: UserRow): User {
  const { id, email, name, role, disabledAt, erasedAt, hasSecondFactor, createdAt, updatedAt } = row;
  return {
    id,
    email,
    name,
    role,
    disabled: disabledAt !== null,
    disabledAt: disabledAt?.toISOString() ?? null,
    erasedAt: erasedAt?.toISOString() ?? null,
    hasSecondFactor,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** An account in replies to its owner. */
export function presentMe(caller: Caller): z.infer<typeof me> {
  const { userId, email, name, role, timeZone, hasSecondFactor, mustAddSecondFactor, createdAt } = caller;
  const own = { id: userId, email, name, role, timeZone, hasSecondFactor, mustAddSecondFactor };
  return { ...own, createdAt: createdAt.toISOString() };
}
