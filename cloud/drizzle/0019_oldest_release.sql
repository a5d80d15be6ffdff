-- The oldest release that may run on this database, by the number of the newest migration that it carries (src/db/release.ts).
-- A migration that older releases cannot live with raises it: UPDATE "drizzle"."oldest_release" SET "migration" = <its own number>;
-- It lies beside the list of migrations: it belongs to the tables, not to the data that backups hold.
CREATE TABLE "drizzle"."oldest_release" (
  "is_only_row" boolean PRIMARY KEY DEFAULT true CHECK ("is_only_row"),
  "migration" integer NOT NULL
);
--> statement-breakpoint
INSERT INTO "drizzle"."oldest_release" ("migration") VALUES (12);
