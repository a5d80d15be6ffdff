import type { Role } from "@container-inspection/shared-schemas";

/** Operators see the containers they own, supervisors and admins all. */
export function maySeeContainer(caller: { userId: string; role: Role }, container: { ownerId: string }): boolean {
  return caller.role !== "operator" || container.ownerId === caller.userId;
}
