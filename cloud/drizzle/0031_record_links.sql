CREATE TABLE "chain_breaks" (
	"id" text PRIMARY KEY NOT NULL,
	"problem" text NOT NULL,
	"edge_device_id" text,
	"device_id" text NOT NULL,
	"camera_id" text NOT NULL,
	"kind" text NOT NULL,
	"sequence" bigint NOT NULL,
	"record_id" text NOT NULL,
	"detected_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "record_links" (
	"record_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"device_id" text NOT NULL,
	"camera_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"record_sha256" text NOT NULL,
	"previous_sha256" text,
	"chain_text" text,
	"signature" text,
	"signature_state" text NOT NULL,
	"signing_key" text,
	"edge_device_id" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"is_linked" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"public_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"registered_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "chain_breaks_record" ON "chain_breaks" USING btree ("record_id","problem");--> statement-breakpoint
CREATE INDEX "chain_breaks_device" ON "chain_breaks" USING btree ("edge_device_id","id");--> statement-breakpoint
CREATE INDEX "chain_breaks_open" ON "chain_breaks" USING btree ("device_id","problem") WHERE closed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "chain_breaks_signatures" ON "chain_breaks" USING btree ("device_id","problem") WHERE closed_at is null and problem in ('missing-signature', 'invalid-signature');--> statement-breakpoint
CREATE INDEX "record_links_hash" ON "record_links" USING btree ("record_sha256");--> statement-breakpoint
CREATE INDEX "record_links_previous" ON "record_links" USING btree ("previous_sha256");--> statement-breakpoint
CREATE INDEX "record_links_device" ON "record_links" USING btree ("edge_device_id","received_at");--> statement-breakpoint
CREATE INDEX "record_links_chain" ON "record_links" USING btree ("device_id","camera_id","kind","sequence");--> statement-breakpoint
CREATE INDEX "record_links_unlinked" ON "record_links" USING btree ("received_at") WHERE not is_linked;--> statement-breakpoint
CREATE INDEX "signing_keys_device" ON "signing_keys" USING btree ("device_id","registered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "signing_keys_current" ON "signing_keys" USING btree ("device_id") WHERE replaced_at is null;--> statement-breakpoint
-- Records from before this table. The hashed text is kept where its facts still give the hash.
INSERT INTO "record_links" ("record_id", "kind", "device_id", "camera_id", "sequence", "record_sha256", "previous_sha256", "chain_text",
  "signature_state", "edge_device_id", "received_at", "is_linked")
SELECT r.id, r.kind, r.device_id, r.camera_id, r.sequence, r.record_sha256, r.previous_sha256,
  CASE WHEN encode(sha256(convert_to(r.chain_text, 'UTF8')), 'hex') = r.record_sha256 THEN r.chain_text END,
  'unsigned', (SELECT d.id FROM "edge_devices" d WHERE d.reported_id = r.device_id ORDER BY d.id LIMIT 1), r.received_at, true
FROM (
  SELECT s.*, concat_ws(E'\n', coalesce(s.previous_sha256, ''), s.sequence, s.device_id, s.camera_id, c.container_number,
    to_char(s.timestamp AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), s.image_sha256) AS chain_text
  FROM (
    SELECT id, type AS kind, container_id, device_id, camera_id, sequence, record_sha256, previous_sha256, timestamp, received_at,
      image_original_sha256 AS image_sha256 FROM "scans"
    UNION ALL
    SELECT id, 'evidence', container_id, device_id, camera_id, sequence, record_sha256, previous_sha256, timestamp, received_at,
      image_original_sha256 FROM "evidence"
  ) s JOIN "containers" c ON c.id = s.container_id
  WHERE s.record_sha256 IS NOT NULL AND s.device_id IS NOT NULL AND s.camera_id IS NOT NULL AND s.sequence IS NOT NULL
) r;
