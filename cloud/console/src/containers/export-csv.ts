import type { Container } from "@container-inspection/shared-schemas/containers";
import { api, bodyOf } from "../api/client.ts";
import { type Column, exportCsv, type Exported } from "../ui/csv.ts";
import type { ContainerFilter } from "./containers-api.ts";

const COLUMNS: Column<Container>[] = [
  ["Container number", ({ containerNumber }) => containerNumber],
  ["Number check", ({ numberCheck }) => numberCheck],
  ["Size-type", ({ sizeType }) => sizeType],
  ["Status", ({ status }) => status],
  ["Owner", ({ owner }) => owner.email],
  ["Visit", ({ visit }) => String(visit.number)],
  ["Visit opened", ({ visit }) => visit.openedAt],
  ["Last scan", ({ categoryScan }) => categoryScan?.timestamp],
  ["Camera", ({ categoryScan }) => categoryScan?.cameraId],
  [
    "Found",
    ({ categoryScan }) => categoryScan?.summary.map(({ count, className }) => `${count} ${className}`).join("; "),
  ],
  ["Manifests", ({ manifestIds }) => manifestIds.join("; ")],
  ["Id", ({ id }) => id],
];

/** Saves the containers of this filter as a CSV file, those with the last activity first. */
export const exportContainers = (filter: ContainerFilter): Promise<Exported> =>
  exportCsv({
    name: "containers",
    columns: COLUMNS,
    read: async (cursor) => {
      const query = { ...filter, sort: "lastActivity" as const, limit: 200, ...(cursor && { cursor }) };
      return (await bodyOf(api.GET("/v1/containers", { params: { query } }))).data;
    },
  });
