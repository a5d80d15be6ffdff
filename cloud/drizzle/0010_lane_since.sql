-- No release came before this one, so that the index needs no migration in steps.
CREATE INDEX "visits_lane_since" ON "visits" USING btree ("lane","lane_since","container_id") WHERE status is null and closed_at is null and joined_into_id is null;--> statement-breakpoint
UPDATE "drizzle"."oldest_release" SET "migration" = 10;
