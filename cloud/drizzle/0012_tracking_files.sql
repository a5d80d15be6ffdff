CREATE TABLE "tracking_files" (
	"id" text PRIMARY KEY NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"first_camera" text NOT NULL,
	"last_camera" text NOT NULL,
	"rows" bigint NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "tracking_files_day" ON "tracking_files" USING btree ("day");--> statement-breakpoint
UPDATE "drizzle"."oldest_release" SET "migration" = 12;