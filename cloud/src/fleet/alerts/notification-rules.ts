import {
  type AlertKind,
  alertKind,
  type NotificationSettings,
  type ShiftReportChoice,
  shiftReportChoice,
} from "@container-inspection/shared-schemas/notifications";
import type { Role } from "@container-inspection/shared-schemas/roles";

/** Mail notifications that a user wants to receive. */
export type Wishes = Pick<NotificationSettings, "alerts" | "siteIds" | "shiftReports">;

/** The kinds of alerts that a role may receive: operators see no integrity of records. */
export function alertsFor(role: Role): AlertKind[] {
  return role === "operator" ? alertKind.options.filter((kind) => kind !== "records-broken") : alertKind.options;
}

/** The reports that a role may receive: operators see only their own. */
export function shiftReportsFor(role: Role): ShiftReportChoice[] {
  return role === "operator" ? ["none", "own"] : shiftReportChoice.options;
}

/**
 * Returns the mail notifications of a user: the user's own choice as far as the role permits, or else the defaults.
 * By default, admins receive every alert, and every user receives the reports of their own shifts.
 */
export function wishesOf(role: Role, chosen: Wishes | null): Wishes {
  if (chosen === null) return { alerts: role === "admin" ? alertsFor(role) : [], siteIds: null, shiftReports: "own" };
  const [alerts, reports] = [alertsFor(role), shiftReportsFor(role)];
  return {
    alerts: chosen.alerts.filter((kind) => alerts.includes(kind)),
    siteIds: chosen.siteIds,
    shiftReports: reports.includes(chosen.shiftReports) ? chosen.shiftReports : "own",
  };
}

/**
 * Returns true if an event at these sites concerns the user; an event without a site concerns users who chose all
 * sites.
 */
export const concernsSites = ({ siteIds }: Wishes, happenedAt: readonly string[]): boolean =>
  siteIds === null || happenedAt.some((id) => siteIds.includes(id));

export const wantsAlert = (wishes: Wishes, { kind, siteIds }: { kind: AlertKind; siteIds: readonly string[] }) =>
  wishes.alerts.includes(kind) && concernsSites(wishes, siteIds);
