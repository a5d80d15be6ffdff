import type { Role } from "@container-inspection/shared-schemas/roles";
import { t } from "@lingui/core/macro";
import type { LinkProps } from "@tanstack/react-router";

export type Place = { name: string; to: NonNullable<LinkProps["to"]>; roles?: readonly Role[] };

const REVIEWERS: readonly Role[] = ["supervisor", "admin"];
const ADMINS: readonly Role[] = ["admin"];

/** The views that have an address without an id; without roles, every user may see them. */
const places = (): readonly Place[] => [
  { name: t`Today`, to: "/today" },
  { name: t`Containers`, to: "/containers" },
  { name: t`Manifests`, to: "/manifests" },
  { name: t`New manifest`, to: "/manifests/new" },
  { name: t`Import manifests`, to: "/manifests/import" },
  { name: t`Review`, to: "/review", roles: REVIEWERS },
  { name: t`Escalations`, to: "/escalations", roles: REVIEWERS },
  { name: t`Unidentified vehicles`, to: "/passages" },
  { name: t`Cameras`, to: "/cameras" },
  { name: t`Sites and lanes`, to: "/sites", roles: ADMINS },
  { name: t`Shifts`, to: "/shifts" },
  { name: t`Inspect with a phone`, to: "/phone" },
  { name: t`Rules`, to: "/rules", roles: REVIEWERS },
  { name: t`Devices`, to: "/devices", roles: ADMINS },
  { name: t`Admin: users`, to: "/admin/users", roles: ADMINS },
  { name: t`Admin: invites`, to: "/admin/invites", roles: ADMINS },
  { name: t`Admin: service accounts`, to: "/admin/services", roles: ADMINS },
  { name: t`Admin: emails`, to: "/admin/emails", roles: ADMINS },
  { name: t`Admin: roll-outs`, to: "/admin/roll-outs", roles: ADMINS },
  { name: t`Admin: push deliveries`, to: "/admin/push-deliveries", roles: ADMINS },
  { name: t`Admin: webhooks`, to: "/admin/webhooks", roles: ADMINS },
  { name: t`Admin: category map`, to: "/admin/category-map", roles: ADMINS },
  { name: t`Admin: audit log`, to: "/admin/audit-log", roles: ADMINS },
  { name: t`Your account`, to: "/account" },
];

/** The views that a role may see. */
export const placesOf = (role: Role): Place[] => places().filter(({ roles }) => !roles || roles.includes(role));
