ALTER TABLE "webhooks" ADD COLUMN "format" text DEFAULT 'live-events' NOT NULL;--> statement-breakpoint
UPDATE "drizzle"."oldest_release" SET "migration" = 5;
