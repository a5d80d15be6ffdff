-- No release came before this one: its tables are new or small, so that the index needs no migration in steps.
ALTER TABLE "visits" ADD COLUMN "lane" text;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "lane_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "visits_lane" ON "visits" USING btree ("lane",coalesce(last_write_at, opened_at),"container_id") WHERE joined_into_id is null;--> statement-breakpoint
-- The lane of a visit is on the visit, and counts there.
DROP TRIGGER visits_statistics_change ON visits;--> statement-breakpoint
CREATE TRIGGER visits_statistics_change AFTER UPDATE ON visits FOR EACH ROW
  WHEN ((old.opened_at, old.container_id, old.joined_into_id, old.status, old.lane)
    is distinct from (new.opened_at, new.container_id, new.joined_into_id, new.status, new.lane))
  EXECUTE FUNCTION mark_statistics_of_visit();--> statement-breakpoint
UPDATE "drizzle"."oldest_release" SET "migration" = 3;
