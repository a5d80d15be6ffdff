import { Counter, type Registry } from "prom-client";

/** Counts what maintenance does to stored pictures. */
export function createPictureMetrics(registry: Registry) {
  const registers = [registry];
  const deleted = new Counter({
    name: "cloud_pictures_deleted_total",
    help: "Stored pictures that maintenance deleted: past their retention, or named by no record",
    labelNames: ["why"],
    registers,
  });
  return {
    countDeleted: (why: "retention" | "orphan", count: number) => deleted.inc({ why }, count),
  };
}
