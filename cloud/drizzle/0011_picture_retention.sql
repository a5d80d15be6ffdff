CREATE TABLE "maintenance_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"lease_ends_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "containers" ADD COLUMN "legal_hold" jsonb;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "image_deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "evidence" ADD COLUMN "image_deleted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "scans_kept_pictures" ON "scans" USING btree ("id") WHERE image_deleted_at is null and image_key is not null;--> statement-breakpoint
CREATE INDEX "evidence_kept_pictures" ON "evidence" USING btree ("id") WHERE image_deleted_at is null and deleted_at is null;