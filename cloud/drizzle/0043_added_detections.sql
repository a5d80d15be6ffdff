ALTER TABLE "detection_verdicts" ADD COLUMN "polygon" jsonb;--> statement-breakpoint
ALTER TABLE "detection_verdicts" ADD COLUMN "area_percentage" double precision;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "added_count" integer DEFAULT 0 NOT NULL;