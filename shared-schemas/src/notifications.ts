import { z } from "zod";
import { datetime, text } from "./primitives.ts";

/** Kind of alert that users receive by email. */
export const alertKind = z.enum(["device-silent", "disk-low", "clock-off", "camera-faulty", "records-broken"]).meta({
  id: "AlertKind",
  description:
    "`device-silent`: an edge device sends nothing. `disk-low`: the disk of a device, or the space of its queue, is nearly full. " +
    "`clock-off`: the clock of a device is off by more than a minute, so that its records bear the wrong time. " +
    "`camera-faulty`: a camera is down, or its pictures are dark, frozen, blurred or turned. `records-broken`: the chain of a " +
    "camera's records has a gap or another break.",
});
export type AlertKind = z.infer<typeof alertKind>;

/** `own`: of the shifts of the caller. `sites`: also of all other shifts at the chosen sites. */
export const shiftReportChoice = z.enum(["none", "own", "sites"]).meta({ id: "ShiftReportChoice" });
export type ShiftReportChoice = z.infer<typeof shiftReportChoice>;

/** Emails that a user receives. */
export const notificationSettings = z
  .object({
    alerts: z.array(alertKind),
    siteIds: z.array(z.string()).nullable().describe("the sites that alerts and reports are about; null for all"),
    shiftReports: shiftReportChoice,
    availableAlerts: z.array(alertKind).describe("the kinds that the caller's role may receive"),
    availableShiftReports: z.array(shiftReportChoice),
    mailConfigured: z.boolean().describe("false while the service has no mail server, so that nothing is sent"),
    updatedAt: datetime.nullable().describe("null while the defaults of the role are in force"),
  })
  .meta({ id: "NotificationSettings" });
export type NotificationSettings = z.infer<typeof notificationSettings>;

const unique = <Item>(items: Item[]): Item[] => [...new Set(items)];

/** Fields that are absent stay unchanged. */
export const updateNotificationsRequest = z
  .object({
    alerts: z.array(alertKind).max(alertKind.options.length).transform(unique),
    siteIds: z.array(text(100)).min(1).max(1_000).transform(unique).nullable(),
    shiftReports: shiftReportChoice,
  })
  .partial();
export type UpdateNotificationsRequest = z.infer<typeof updateNotificationsRequest>;
