import type { Role } from "@container-inspection/shared-schemas";
import type { LinkProps } from "@tanstack/react-router";

export type Place = { name: string; to: NonNullable<LinkProps["to"]>; roles?: readonly Role[] };

const REVIEWERS: readonly Role[] = ["supervisor", "admin"];
const ADMINS: readonly Role[] = ["admin"];

/** The views that have an address without an id; without roles, every user may see them. */
const PLACES: readonly Place[] = [
  { name: "Today", to: "/today" },
  { name: "Containers", to: "/containers" },
  { name: "Manifests", to: "/manifests" },
  { name: "New manifest", to: "/manifests/new" },
  { name: "Import manifests", to: "/manifests/import" },
  { name: "Review", to: "/review", roles: REVIEWERS },
  { name: "Escalations", to: "/escalations", roles: REVIEWERS },
  { name: "Cameras", to: "/cameras" },
  { name: "Sites and lanes", to: "/sites", roles: ADMINS },
  { name: "Shifts", to: "/shifts" },
  { name: "Inspect with a phone", to: "/phone" },
  { name: "Rules", to: "/rules", roles: REVIEWERS },
  { name: "Devices", to: "/devices", roles: ADMINS },
  { name: "Admin: users", to: "/admin/users", roles: ADMINS },
  { name: "Admin: invites", to: "/admin/invites", roles: ADMINS },
  { name: "Admin: service accounts", to: "/admin/services", roles: ADMINS },
  { name: "Admin: emails", to: "/admin/emails", roles: ADMINS },
  { name: "Admin: roll-outs", to: "/admin/roll-outs", roles: ADMINS },
  { name: "Admin: push deliveries", to: "/admin/push-deliveries", roles: ADMINS },
  { name: "Admin: webhooks", to: "/admin/webhooks", roles: ADMINS },
  { name: "Admin: category map", to: "/admin/category-map", roles: ADMINS },
  { name: "Admin: audit log", to: "/admin/audit-log", roles: ADMINS },
  { name: "Your account", to: "/account" },
];

/** The views that a role may see. */
export const placesOf = (role: Role): Place[] => PLACES.filter(({ roles }) => !roles || roles.includes(role));
