-- No release came before this one: its tables are new or small, so that the indexes need no migration in steps.
ALTER TABLE "scans" ADD COLUMN "passage_id" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "passage_position" text;--> statement-breakpoint
ALTER TABLE "evidence" ADD COLUMN "passage_id" text;--> statement-breakpoint
ALTER TABLE "evidence" ADD COLUMN "passage_position" text;--> statement-breakpoint
CREATE INDEX "scans_passage" ON "scans" USING btree ("device_id","passage_id") WHERE passage_id is not null;--> statement-breakpoint
CREATE INDEX "evidence_passage" ON "evidence" USING btree ("device_id","passage_id") WHERE passage_id is not null;--> statement-breakpoint
UPDATE "drizzle"."oldest_release" SET "migration" = 1;
