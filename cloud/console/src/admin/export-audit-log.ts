import type { AuditEntry } from "@container-inspection/shared-schemas/audit";
import { type Column, exportCsv, type Exported } from "../ui/csv.ts";
import { type AuditFilter, readAuditLog } from "./admin-api.ts";

const COLUMNS: Column<AuditEntry>[] = [
  ["Time", ({ at }) => at],
  ["By", ({ actor }) => actor.type],
  ["Name", ({ actor }) => actor.name],
  ["Actor id", ({ actor }) => actor.id],
  ["Action", ({ action }) => action],
  ["Subject", ({ subject }) => subject.type],
  ["Subject id", ({ subject }) => subject.id],
  ["Before", ({ before }) => before && JSON.stringify(before)],
  ["After", ({ after }) => after && JSON.stringify(after)],
  ["Request", ({ requestId }) => requestId],
  ["Id", ({ id }) => id],
];

/** Saves the entries of this filter as a CSV file, the newest first. */
export const exportAuditLog = (filter: AuditFilter): Promise<Exported> =>
  exportCsv({
    name: "audit-log",
    columns: COLUMNS,
    read: (cursor) => readAuditLog({ ...filter, limit: 200, cursor }),
  });
