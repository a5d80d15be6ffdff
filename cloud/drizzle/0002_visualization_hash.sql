ALTER TABLE "scans" ADD COLUMN "visualization_sha256" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "visualization_size_bytes" integer;