/** Columns that are not searched, by their tables, each with the reason. */
type KeptTexts = { reason: string; tables: Readonly<Record<string, "all" | readonly string[]>> };

/**
 * All other texts of the database are searched, so that those of a new table or column are, too. Keys and references
 * are no texts of people.
 */
const keptTexts: readonly KeptTexts[] = [
  { reason: "the erasure itself replaces or deletes them", tables: { users: "all", erasures: "all" } },
  {
    reason: "a declaration is the shipper's, kept by the law of customs, and matches name it by its hash",
    tables: { manifests: "all", manifest_versions: "all", scans: ["recorded_match"], escalations: ["decided_on"] },
  },
  {
    reason: "hashes and signatures cover them, and none covers an address",
    tables: {
      record_links: "all",
      chain_breaks: "all",
      claimed_names: "all",
      signing_keys: "all",
      releases: ["manifest"],
    },
  },
  {
    reason: "models and cameras write them",
    tables: {
      scans: ["detections", "summary"],
      evidence: ["detections"],
      camera_drifts: "all",
      watched_cameras: "all",
      seen_cameras: "all",
      tracking_events: "all",
      tracking_rollups: "all",
      stream_event_receipts: "all",
      statistics: "all",
    },
  },
  {
    reason: "the device reports its own copy again: it is changed on the device",
    tables: { edge_configurations: "all" },
  },
];

/** Returns true if an erasure searches a column. */
export const isSearched = ({ table, column }: { table: string; column: string }): boolean =>
  keptTexts.every(({ tables }) => tables[table] !== "all" && !tables[table]?.includes(column));

/**
 * Returns true if a person's name is replaced in a column; names of sites, cameras, devices and models are kept.
 */
export const mayNamePeople = ({ column }: { column: string }): boolean => !/(^|_)name$/.test(column);

/**
 * Returns true if a text is JSON, where a backslash may begin an escape sequence; this includes that of a webhook, as
 * it is sent.
 */
export const isJson = ({ column, type }: { column: string; type: string }): boolean =>
  type === "jsonb" || column === "payload";
