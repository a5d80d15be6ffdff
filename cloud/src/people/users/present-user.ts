import type { me, User } from "@container-inspection/shared-schemas";
import type { z } from "zod";
import type { User as UserRow } from "./user-store.ts";

/** An account in replies to administrators. */
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

/** An account in replies to its owner. */
export function presentMe({
  id,
  email,
  name,
  role,
  createdAt,
}: Pick<UserRow, "id" | "email" | "name" | "role" | "createdAt">): z.infer<typeof me> {
  return { id, email, name, role, createdAt: createdAt.toISOString() };
}
