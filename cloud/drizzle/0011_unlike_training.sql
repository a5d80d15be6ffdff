ALTER TABLE "scans" ADD COLUMN "is_unlike" boolean;--> statement-breakpoint
UPDATE "drizzle"."oldest_release" SET "migration" = 11;
