import { Counter, Gauge, type Registry } from "prom-client";

/** What becomes of stored pictures. */
export function createPictureMetrics(registry: Registry) {
  const registers = [registry];
  const deleted = new Counter({
    name: "cloud_pictures_deleted_total",
    help: "Stored pictures that maintenance deleted: past their retention, or named by no record",
    labelNames: ["why"],
    registers,
  });
  const missing = new Gauge({
    name: "cloud_pictures_missing",
    help: "Pictures that records name and the storage does not have, as of this process's last look; anything but 0 is a loss",
    registers,
  });
  return {
    countDeleted: (why: "retention" | "orphan", count: number) => deleted.inc({ why }, count),
    tellMissing: (count: number) => missing.set(count),
  };
}
