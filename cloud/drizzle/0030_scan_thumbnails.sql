ALTER TABLE "scans" ADD COLUMN "thumbnail_key" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "thumbnail_sha256" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "thumbnail_size_bytes" integer;