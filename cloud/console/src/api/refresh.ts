import type { QueryClient } from "@tanstack/react-query";

/** The paths that are read again when something of a group has changed. */
const GROUPS = {
  containers: ["/v1/containers"],
  container: [
    "/v1/containers/{id}",
    "/v1/containers/{id}/near-misses",
    "/v1/containers/{id}/visits",
    "/v1/containers/{id}/examinations",
    "/v1/containers/{id}/scans",
    "/v1/containers/{id}/scans/{scanId}",
    "/v1/containers/{id}/evidence",
    "/v1/containers/{id}/report",
  ],
  manifests: ["/v1/manifests", "/v1/manifests/{id}", "/v1/manifests/{id}/history"],
  imports: ["/v1/manifests/imports/{id}", "/v1/manifests/imports/{id}/rows"],
  escalations: ["/v1/escalations", "/v1/escalations/{id}", "/v1/escalations/queue"],
  passages: ["/v1/passages", "/v1/passages/{id}/suggestions"],
  viewers: ["/v1/escalations/viewers"],
  cameras: ["/v1/cameras/{cameraId}"],
  registrations: ["/v1/admin/cameras/{cameraId}"],
  topology: ["/v1/topology", "/v1/admin/topology"],
  "camera-drift": ["/v1/cameras/{cameraId}/drift"],
  devices: ["/v1/admin/edge-devices", "/v1/admin/edge-devices/{id}", "/v1/fleet/faults"],
  "roll-outs": ["/v1/admin/releases", "/v1/admin/roll-outs", "/v1/admin/roll-outs/{id}"],
  shifts: ["/v1/shifts"],
  users: ["/v1/admin/users"],
  invites: ["/v1/admin/invites"],
  services: ["/v1/admin/service-accounts"],
  emails: ["/v1/admin/email-jobs"],
  webhooks: ["/v1/admin/webhooks", "/v1/admin/webhooks/{id}"],
  "webhook-deliveries": ["/v1/admin/webhooks/{id}/deliveries"],
  "category-map": [
    "/v1/admin/category-map",
    "/v1/admin/category-map/versions",
    "/v1/admin/category-map/unmapped-classes",
  ],
  rules: ["/v1/rules/precision", "/v1/rule-sets", "/v1/rule-sets/current", "/v1/rule-sets/{version}"],
  replay: ["/v1/rule-sets/{version}/replay", "/v1/rule-sets/{version}/replay/changes"],
  me: ["/v1/user/me"],
  "second-factors": ["/v1/user/me/second-factors"],
  sessions: ["/v1/user/me/sessions", "/v1/admin/users/{id}/sessions"],
  "sign-in-policy": ["/v1/admin/sign-in-policy"],
  "saved-views": ["/v1/user/me/saved-views"],
  phones: ["/v1/devices"],
  notifications: ["/v1/user/me/notifications"],
  browsers: ["/v1/user/me/push-subscriptions"],
} as const;

export type Group = keyof typeof GROUPS;

/** Marks the queries of these groups as outdated; of the group `container` those of one container where it is given. */
export function refresh(queries: QueryClient, groups: readonly Group[], containerId?: string): Promise<void> {
  const paths = new Set<unknown>(groups.filter((group) => group !== "container").flatMap((group) => GROUPS[group]));
  const ofContainer = new Set<unknown>(groups.includes("container") ? GROUPS.container : []);
  return queries.invalidateQueries({
    predicate: ({ queryKey: [, path, init] }) =>
      paths.has(path) || (ofContainer.has(path) && (containerId === undefined || idOf(init) === containerId)),
  });
}

/** The `id` in the path of a query. */
function idOf(init: unknown): unknown {
  const at = (value: unknown, name: string): unknown =>
    typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
  return at(at(at(init, "params"), "path"), "id");
}
