import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createEmbeddedTestDatabase, createTestDatabase } from "../../testing/database.ts";
import { findSearchedTables } from "./copy-store.ts";
import { replaceCopies } from "./replace-copies.ts";
import { createTraceWorld, findTexts, leaveTraces } from "./testing.ts";
import { addressReplacement, nameReplacement } from "./text-pattern.ts";

describe("the tables that an erasure knows", () => {
  test("are all that refer to users: their rows are deleted, or kept as a record of a person's actions", async () => {
    const { db } = await createTestDatabase();
    const { rows } = await db.execute<{ name: string }>(sql`
      select distinct conrelid::regclass::text as name from pg_constraint join pg_class on pg_class.oid = conrelid
      where contype = 'f' and confrelid = 'users'::regclass and not relispartition order by name`);
    // A new table: add it to personal-row-store.ts if its rows are about one person alone, and here if they are not.
    const kept = [
      "category_maps",
      "containers",
      "detection_verdicts",
      "edge_join_codes",
      "erasures",
      "escalations",
      "evidence",
      "examinations",
    ];
    const keptToo = [
      "invites",
      "manifest_imports",
      "manifests",
      "passages",
      "releases",
      "replays",
      "roll_outs",
      "rule_sets",
      "scans",
      "shifts",
      "visits",
      "webhooks",
    ];
    const deleted = [
      "devices",
      "escalation_viewers",
      "identities",
      "imported_columns",
      "incident_recipients",
      "link_tokens",
    ];
    const deletedToo = [
      "notification_settings",
      "push_subscriptions",
      "recovery_codes",
      "saved_views",
      "second_factors",
    ];
    const signedIn = ["sessions", "sign_in_challenges"];
    expect(rows.map(({ name }) => name)).toEqual(
      [...kept, ...keptToo, ...deleted, ...deletedToo, ...signedIn].toSorted(),
    );
  });

  test("all have a key, and their texts are searched unless a reason is given", async () => {
    const { db } = await createTestDatabase();
    const tables = await findSearchedTables(db);
    expect(tables.filter(({ key }) => (key ?? []).length === 0)).toEqual([]);
    const columnsOf = (table: string) => tables.find(({ name }) => name === table)?.texts.map(({ name }) => name);
    expect(columnsOf("escalations")).toEqual(expect.arrayContaining(["reason", "decision_reason"]));
    expect(columnsOf("scans")).toEqual(expect.arrayContaining(["user_email"]));
    for (const table of ["record_links", "manifests", "users"]) expect(columnsOf(table)).toBeUndefined();
    expect(columnsOf("scans")).not.toContain("detections");
  });
});

test.each([
  ["Postgres", createTestDatabase],
  ["the embedded database", createEmbeddedTestDatabase],
])(
  "copies are replaced in batches of any size, in tables with keys of several columns and in partitions, on %s",
  async (_name, createDatabase) => {
    const traces = await createTraceWorld(await createDatabase());
    const { world, db } = traces;
    const person = await world.signIn("supervisor");
    for (let round = 0; round < 3; round += 1) await leaveTraces(traces, person, "Pat Ches");
    const pseudonym = { email: "left@erased.invalid", name: "Left" };
    const address = addressReplacement([person.email], pseudonym);
    const name = nameReplacement(["Pat Ches"], pseudonym);
    const replaced = await replaceCopies(db, { address, name }, { batchRows: 2 });
    expect(replaced).toMatchObject({ scans: 3, evidence: 3, idempotency_receipts: 3 });
    const left = Object.keys(await findTexts(db, [person.email, "Pat Ches"]));
    expect(left.filter((place) => !/^(users|identities)\./.test(place))).toEqual([]);
    expect(await replaceCopies(db, { address, name }, { batchRows: 2 })).toEqual({});
  },
);
