import type { Role } from "@container-inspection/shared-schemas";

/** Operators see the manifests they made and those of containers they own, supervisors and admins all. */
export function maySeeManifest(
  caller: { userId: string; role: Role },
  { createdBy, container }: { createdBy: { id: string }; container: { ownerId: string } | null },
): boolean {
  return caller.role !== "operator" || createdBy.id === caller.userId || container?.ownerId === caller.userId;
}
