import type { Role } from "@container-inspection/shared-schemas/roles";
import type { ComponentProps } from "react";
import { ROLES } from "../shell/choices.ts";
import { wordOf } from "../language/words.ts";

/** The role that a text names. */
export const roleOf = (text: string | null): Role | undefined => ROLES.find((role) => role === text);

/** A choice of one of the roles; `children` are options before them. */
export function RoleSelect({ children, ...props }: ComponentProps<"select">) {
  return (
    <select {...props}>
      {children}
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {wordOf(role)}
        </option>
      ))}
    </select>
  );
}
