import { createRoute, redirect } from "@tanstack/react-router";
import { DELIVERY_STATUSES, EMAIL_STATUSES, PUSH_STATUSES, ROLES } from "../shell/choices.ts";
import { lazyPage } from "../ui/lazy-page.ts";
import { numberIn, type Paged, type Search, textIn, wordIn } from "../shell/search.ts";
import { shell } from "./shell-route.ts";

const devices = createRoute({
  getParentRoute: () => shell,
  path: "/devices",
  validateSearch: (search: Search): Paged => ({ cursor: textIn(search, "cursor") }),
  component: lazyPage(async () => (await import("../devices/devices-page.tsx")).DevicesPage),
});
const device = createRoute({
  getParentRoute: () => shell,
  path: "/devices/$id",
  component: lazyPage(async () => (await import("../devices/device-page.tsx")).DevicePage),
});

const admin = createRoute({
  getParentRoute: () => shell,
  path: "/admin",
  component: lazyPage(async () => (await import("../admin/admin-page.tsx")).AdminPage),
});
const adminHome = createRoute({
  getParentRoute: () => admin,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/admin/users", replace: true });
  },
});
const users = createRoute({
  getParentRoute: () => admin,
  path: "/users",
  validateSearch: (search: Search): Paged & { q?: string; role?: (typeof ROLES)[number] } => ({
    q: textIn(search, "q"),
    role: wordIn(search, "role", ROLES),
    cursor: textIn(search, "cursor"),
  }),
  component: lazyPage(async () => (await import("../admin/users-page.tsx")).UsersPage),
});
const invites = createRoute({
  getParentRoute: () => admin,
  path: "/invites",
  validateSearch: (search: Search): Paged => ({ cursor: textIn(search, "cursor") }),
  component: lazyPage(async () => (await import("../admin/invites-page.tsx")).InvitesPage),
});
const services = createRoute({
  getParentRoute: () => admin,
  path: "/services",
  validateSearch: (search: Search): Paged => ({ cursor: textIn(search, "cursor") }),
  component: lazyPage(async () => (await import("../admin/services-page.tsx")).ServicesPage),
});
const emails = createRoute({
  getParentRoute: () => admin,
  path: "/emails",
  validateSearch: (search: Search): Paged & { status?: (typeof EMAIL_STATUSES)[number] } => ({
    status: wordIn(search, "status", EMAIL_STATUSES),
    cursor: textIn(search, "cursor"),
  }),
  component: lazyPage(async () => (await import("../admin/emails-page.tsx")).EmailsPage),
});
const pushDeliveries = createRoute({
  getParentRoute: () => admin,
  path: "/push-deliveries",
  validateSearch: (search: Search): Paged & { status?: (typeof PUSH_STATUSES)[number]; phone?: string } => ({
    status: wordIn(search, "status", PUSH_STATUSES),
    phone: textIn(search, "phone"),
    cursor: textIn(search, "cursor"),
  }),
  component: lazyPage(async () => (await import("../admin/push-page.tsx")).PushPage),
});
const webhooks = createRoute({
  getParentRoute: () => admin,
  path: "/webhooks",
  validateSearch: (search: Search): Paged => ({ cursor: textIn(search, "cursor") }),
  component: lazyPage(async () => (await import("../admin/webhooks-page.tsx")).WebhooksPage),
});
const webhook = createRoute({
  getParentRoute: () => admin,
  path: "/webhooks/$id",
  validateSearch: (search: Search): Paged & { status?: (typeof DELIVERY_STATUSES)[number] } => ({
    status: wordIn(search, "status", DELIVERY_STATUSES),
    cursor: textIn(search, "cursor"),
  }),
  component: lazyPage(async () => (await import("../admin/webhook-page.tsx")).WebhookPage),
});
const categoryMap = createRoute({
  getParentRoute: () => admin,
  path: "/category-map",
  validateSearch: (search: Search): Paged & { version?: number } => ({
    version: numberIn(search, "version"),
    cursor: textIn(search, "cursor"),
  }),
  component: lazyPage(async () => (await import("../category-map/category-map-page.tsx")).CategoryMapPage),
});
const rollOuts = createRoute({
  getParentRoute: () => admin,
  path: "/roll-outs",
  validateSearch: (search: Search): Paged => ({ cursor: textIn(search, "cursor") }),
  component: lazyPage(async () => (await import("../roll-outs/roll-outs-page.tsx")).RollOutsPage),
});
const auditLog = createRoute({
  getParentRoute: () => admin,
  path: "/audit-log",
  validateSearch: (search: Search): Paged & AuditSearch => ({
    actor: textIn(search, "actor"),
    action: textIn(search, "action"),
    subject: textIn(search, "subject"),
    from: textIn(search, "from"),
    to: textIn(search, "to"),
    cursor: textIn(search, "cursor"),
  }),
  component: lazyPage(async () => (await import("../admin/audit-page.tsx")).AuditPage),
});

type AuditSearch = { actor?: string; action?: string; subject?: string; from?: string; to?: string };

/** The pages of admins: devices, accounts, messages to other systems, the category map and the audit log. */
export const adminRoutes = [
  devices,
  device,
  admin.addChildren([
    adminHome,
    users,
    invites,
    services,
    emails,
    rollOuts,
    pushDeliveries,
    webhooks,
    webhook,
    categoryMap,
    auditLog,
  ]),
] as const;
