CREATE UNLOGGED TABLE "watched_cameras" (
	"camera_id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"watched_until" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"image" text,
	"details" jsonb,
	"taken_at" timestamp (3) with time zone,
	"absence" text
);--> statement-breakpoint
ALTER TABLE "watched_cameras" ALTER COLUMN "image" SET STORAGE EXTERNAL;
