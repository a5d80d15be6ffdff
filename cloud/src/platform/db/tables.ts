// Every table that drizzle-kit makes migrations for, each in the file of its room or resource. Tables that
// are partitioned by day are described in tables/tracking.ts, and created by statements written by hand.
export * from "./tables/people.ts";
export * from "./tables/containers.ts";
export * from "./tables/manifests.ts";
export * from "./tables/manifest-imports.ts";
export * from "./tables/scans.ts";
export * from "./tables/evidence.ts";
export * from "./tables/passages.ts";
export * from "./tables/escalations.ts";
export * from "./tables/examinations.ts";
export * from "./tables/statistics.ts";
export * from "./tables/category-maps.ts";
export * from "./tables/rule-sets.ts";
export * from "./tables/fleet.ts";
export * from "./tables/roll-outs.ts";
export * from "./tables/tracking-files.ts";
export * from "./tables/provenance.ts";
export * from "./tables/alerts.ts";
export * from "./tables/notices.ts";
export * from "./tables/journal.ts";
export * from "./tables/platform.ts";
