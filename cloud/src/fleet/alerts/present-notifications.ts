import type { NotificationSettings } from "@container-inspection/shared-schemas/notifications";
import type { Role } from "@container-inspection/shared-schemas/roles";
import { alertsFor, shiftReportsFor, type Wishes, wishesOf } from "./notification-rules.ts";

/**
 * Returns the mail notifications of a user, as replies show them. `siteNames` contains the existing sites.
 */
export function presentNotifications(
  role: Role,
  chosen: (Wishes & { updatedAt: Date }) | undefined,
  { siteNames, hasMailer }: { siteNames: ReadonlyMap<string, string>; hasMailer: boolean },
): NotificationSettings {
  const { alerts, siteIds, shiftReports } = wishesOf(role, chosen ?? null);
  return {
    alerts,
    siteIds: siteIds && siteIds.filter((id) => siteNames.has(id)),
    shiftReports,
    availableAlerts: alertsFor(role),
    availableShiftReports: shiftReportsFor(role),
    mailConfigured: hasMailer,
    updatedAt: chosen?.updatedAt.toISOString() ?? null,
  };
}
