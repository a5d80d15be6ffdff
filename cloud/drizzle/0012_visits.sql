CREATE TABLE "visits" (
	"id" text PRIMARY KEY NOT NULL,
	"container_id" text NOT NULL,
	"number" integer NOT NULL,
	"opened_by" text NOT NULL,
	"opened_by_id" text,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"last_write_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"decision" text,
	"joined_into_id" text,
	"status" text,
	"manifest_id" text,
	"category_scan" jsonb,
	"category_scan_ordered_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "visit_id" text;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "merged_into_id" text;--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "merged_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "visit_id" text;--> statement-breakpoint
ALTER TABLE "evidence" ADD COLUMN "visit_id" text;--> statement-breakpoint
ALTER TABLE "escalations" ADD COLUMN "visit_id" text;--> statement-breakpoint
-- Every container that is there has one visit, which takes the container's id and holds all that it has.
INSERT INTO "visits" ("id", "container_id", "number", "opened_by", "opened_at", "last_write_at", "closed_at", "decision")
SELECT c."id", c."id", 1, c."source",
	least(c."created_at", w."first_at"), w."last_at",
	CASE WHEN c."status" IN ('CLEARED', 'HELD', 'INSPECT') THEN d."resolved_at" END,
	CASE WHEN c."status" IN ('CLEARED', 'HELD', 'INSPECT') THEN d."decision" END
FROM "containers" c
LEFT JOIN (
	SELECT "container_id", min("at") AS "first_at", max("at") AS "last_at" FROM (
		SELECT "container_id", CASE WHEN "clock_suspect" THEN "received_at" ELSE "timestamp" END AS "at" FROM "scans"
		UNION ALL
		SELECT "container_id", CASE WHEN "clock_suspect" THEN "received_at" ELSE "timestamp" END FROM "evidence"
	) AS "records" GROUP BY "container_id"
) AS w ON w."container_id" = c."id"
LEFT JOIN LATERAL (
	SELECT "resolved_at", "decision" FROM "escalations" e
	WHERE e."container_id" = c."id" AND e."decision" IS NOT NULL ORDER BY "resolved_at" DESC, "id" DESC LIMIT 1
) AS d ON true;--> statement-breakpoint
UPDATE "containers" SET "visit_id" = "id";--> statement-breakpoint
UPDATE "scans" SET "visit_id" = "container_id";--> statement-breakpoint
UPDATE "evidence" SET "visit_id" = "container_id";--> statement-breakpoint
UPDATE "escalations" SET "visit_id" = "container_id";--> statement-breakpoint
ALTER TABLE "containers" ALTER COLUMN "visit_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "scans" ALTER COLUMN "visit_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "evidence" ALTER COLUMN "visit_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "escalations" ALTER COLUMN "visit_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_container_id_containers_id_fk" FOREIGN KEY ("container_id") REFERENCES "public"."containers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_opened_by_id_users_id_fk" FOREIGN KEY ("opened_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "visits_number" ON "visits" USING btree ("container_id","number");--> statement-breakpoint
CREATE INDEX "visits_manifest" ON "visits" USING btree ("manifest_id");--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "containers_merged_number" ON "containers" USING btree ("number_key","merged_at") WHERE merged_into_id is not null;--> statement-breakpoint
CREATE INDEX "containers_merged_into" ON "containers" USING btree ("merged_into_id") WHERE merged_into_id is not null;