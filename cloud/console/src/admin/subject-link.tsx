import type { AuditEntry } from "@container-inspection/shared-schemas/audit";
import { t } from "@lingui/core/macro";
import { Link, type LinkProps } from "@tanstack/react-router";
import { wordOf } from "../language/words.ts";
import { useUser } from "./admin-api.ts";

/** The place of each kind of subject that has a page, by its id. */
const PLACES: Record<string, (id: string) => LinkProps> = {
  container: (id) => ({ to: "/containers/$id", params: { id } }),
  escalation: (id) => ({ to: "/escalations/$id", params: { id } }),
  "edge-device": (id) => ({ to: "/devices/$id", params: { id } }),
  camera: (cameraId) => ({ to: "/cameras/$cameraId", params: { cameraId } }),
  manifest: (id) => ({ to: "/manifests/$id", params: { id } }),
  topology: () => ({ to: "/sites" }),
  "roll-out": () => ({ to: "/admin/roll-outs" }),
  webhook: (id) => ({ to: "/admin/webhooks/$id", params: { id } }),
  "category-map": (version) => ({ to: "/admin/category-map", search: { version: Number(version) } }),
};

/** A kind of subject, such as an edge device, as it is shown. */
export const subjectName = (type: string): string => wordOf(type.replaceAll("-", " "));

/** The way to what an entry is about, or to the container that it belongs to. */
export function SubjectLink({ entry: { subject, before, after } }: { entry: AuditEntry }) {
  const { type, id } = subject;
  const containerId = after?.["containerId"] ?? before?.["containerId"];
  const place = PLACES[type]?.(id);
  if (place) return <Link {...place}>{t`Open the ${subjectName(type)}`}</Link>;
  if (type === "user") return <UserLink id={id} />;
  if (typeof containerId !== "string") return null;
  const search = type === "scan" ? { scan: id } : {};
  return <Link to="/containers/$id" params={{ id: containerId }} search={search}>{t`Open the container`}</Link>;
}

/** The list of users shows an account by its address, which the log has only by its id. */
function UserLink({ id }: { id: string }) {
  const { data: user } = useUser(id);
  if (!user) return null;
  return (
    <Link to="/admin/users" search={{ q: user.email }}>
      {t`Open the user ${user.email}`}
    </Link>
  );
}
