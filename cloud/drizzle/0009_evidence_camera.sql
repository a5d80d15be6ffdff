-- No release came before this one, so that the index needs no migration in steps.
CREATE INDEX "evidence_camera" ON "evidence" USING btree ("camera_id","container_id");--> statement-breakpoint
UPDATE "drizzle"."oldest_release" SET "migration" = 9;
