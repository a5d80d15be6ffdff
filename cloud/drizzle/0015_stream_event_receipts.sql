-- The first replies to keys of stream events, kept as long as the events beside which they lie, in partitions of the same days
-- (src/tracking/partition-store.ts). Receipts from before this migration stay in "idempotency_receipts" until the hourly
-- maintenance has deleted them; meanwhile, and afterwards, the uniqueness of each event protects what they stood for.
CREATE TABLE "stream_event_receipts" (
  "camera_id" text COLLATE "C" NOT NULL,
  "key" text COLLATE "C" NOT NULL,
  "day" timestamp (3) with time zone NOT NULL,
  "request_sha256" bytea NOT NULL,
  "reply" jsonb NOT NULL,
  "received_at" timestamp (3) with time zone NOT NULL,
  PRIMARY KEY ("camera_id", "key", "day")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE "stream_event_receipts_default" PARTITION OF "stream_event_receipts" DEFAULT;
