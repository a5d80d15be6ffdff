-- The tables of a tracking database of its own (TRACKING_DATABASE_URL), as the baseline of the main database has them.
-- "if not exists": the history may have been brought along with pg_dump before the first start. Every key begins with the
-- camera or holds it, by which Citus distributes them. The oldest release of the main database covers this one too.
CREATE TABLE IF NOT EXISTS "tracking_events" (
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
  PRIMARY KEY ("camera_id", "occurred_at", "device_id", "session_id", "event_id")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "tracking_events_default" PARTITION OF "tracking_events" DEFAULT;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "tracking_rollups" (
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
CREATE TABLE IF NOT EXISTS "tracking_rollups_default" PARTITION OF "tracking_rollups" DEFAULT;
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "stream_event_receipts" (
  "camera_id" text COLLATE "C" NOT NULL,
  "key" text COLLATE "C" NOT NULL,
  "day" timestamp (3) with time zone NOT NULL,
  "request_sha256" bytea NOT NULL,
  "reply" jsonb NOT NULL,
  "received_at" timestamp (3) with time zone NOT NULL,
  PRIMARY KEY ("camera_id", "key", "day")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "stream_event_receipts_default" PARTITION OF "stream_event_receipts" DEFAULT;
