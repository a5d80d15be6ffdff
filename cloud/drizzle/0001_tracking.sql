-- Stream events and their rollups, partitioned by UTC day. A day's partition is made when it is first needed
-- (src/tracking/partition-store.ts); rows without one lie in the default partition. Retention drops whole days.
CREATE TABLE "tracking_events" (
  "device_id" text COLLATE "C" NOT NULL,
  "session_id" text COLLATE "C" NOT NULL,
  "occurred_at" timestamp (3) with time zone NOT NULL,
  "event_id" text COLLATE "C" NOT NULL,
  "camera_id" text COLLATE "C" NOT NULL,
  "tracking_id" integer NOT NULL,
  "event_type" text NOT NULL,
  "class_name" text NOT NULL,
  "confidence" double precision NOT NULL,
  "x1" integer NOT NULL,
  "y1" integer NOT NULL,
  "x2" integer NOT NULL,
  "y2" integer NOT NULL,
  "received_at" timestamp (3) with time zone NOT NULL,
  PRIMARY KEY ("device_id", "session_id", "occurred_at", "event_id")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE INDEX "tracking_events_camera" ON "tracking_events" ("camera_id", "occurred_at");
--> statement-breakpoint
CREATE TABLE "tracking_events_default" PARTITION OF "tracking_events" DEFAULT;
--> statement-breakpoint
CREATE TABLE "tracking_rollups" (
  "camera_id" text COLLATE "C" NOT NULL,
  "width_seconds" integer NOT NULL,
  "bucket" timestamp (3) with time zone NOT NULL,
  "device_id" text COLLATE "C" NOT NULL,
  "session_id" text COLLATE "C" NOT NULL,
  "tracking_id" integer NOT NULL,
  "event_count" integer NOT NULL,
  "first_seen" timestamp (3) with time zone NOT NULL,
  "last_seen" timestamp (3) with time zone NOT NULL,
  "event_id" text COLLATE "C" NOT NULL,
  "class_name" text NOT NULL,
  "confidence" double precision NOT NULL,
  "x1" integer NOT NULL,
  "y1" integer NOT NULL,
  "x2" integer NOT NULL,
  "y2" integer NOT NULL,
  "received_at" timestamp (3) with time zone NOT NULL,
  PRIMARY KEY ("camera_id", "width_seconds", "bucket", "device_id", "session_id", "tracking_id")
) PARTITION BY RANGE ("bucket");
--> statement-breakpoint
CREATE TABLE "tracking_rollups_default" PARTITION OF "tracking_rollups" DEFAULT;
