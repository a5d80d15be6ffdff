CREATE TABLE "claimed_names" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"edge_device_id" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "claimed_names_kind_name_pk" PRIMARY KEY("kind","name")
);
--> statement-breakpoint
DROP INDEX "chain_breaks_signatures";--> statement-breakpoint
ALTER TABLE "chain_breaks" ADD COLUMN "key_device_id" text;--> statement-breakpoint
ALTER TABLE "record_links" ADD COLUMN "key_device_id" text;--> statement-breakpoint
ALTER TABLE "record_links" ADD COLUMN "is_foreign" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "claimed_names" ADD CONSTRAINT "claimed_names_edge_device_id_edge_devices_id_fk" FOREIGN KEY ("edge_device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "record_links" l SET "key_device_id" = d.id FROM "edge_devices" d WHERE d.id = l.edge_device_id AND d.source = 'own-key';--> statement-breakpoint
UPDATE "chain_breaks" b SET "key_device_id" = d.id FROM "edge_devices" d WHERE d.id = b.edge_device_id AND d.source = 'own-key';--> statement-breakpoint
UPDATE "chain_breaks" b SET "closed_at" = b.detected_at WHERE b.closed_at IS NULL AND b.problem IN ('missing-signature', 'invalid-signature')
  AND EXISTS (SELECT 1 FROM "chain_breaks" o WHERE o.closed_at IS NULL AND o.problem = b.problem AND o.key_device_id = b.key_device_id AND o.id < b.id);--> statement-breakpoint
INSERT INTO "claimed_names" ("kind", "name", "edge_device_id", "claimed_at")
SELECT DISTINCT ON (d.reported_id) 'device', d.reported_id, d.id, d.created_at FROM "edge_devices" d
WHERE d.source = 'own-key' AND d.reported_id IS NOT NULL AND d.revoked_at IS NULL ORDER BY d.reported_id, d.created_at, d.id;--> statement-breakpoint
INSERT INTO "claimed_names" ("kind", "name", "edge_device_id", "claimed_at")
SELECT DISTINCT ON (c.camera ->> 'cameraId') 'camera', c.camera ->> 'cameraId', d.id, d.created_at FROM "edge_devices" d
CROSS JOIN LATERAL jsonb_array_elements(d.heartbeat -> 'cameras') AS c(camera)
WHERE d.source = 'own-key' AND d.revoked_at IS NULL AND d.heartbeat IS NOT NULL ORDER BY c.camera ->> 'cameraId', d.heartbeat_at DESC, d.id;--> statement-breakpoint
CREATE INDEX "claimed_names_device" ON "claimed_names" USING btree ("edge_device_id");--> statement-breakpoint
CREATE UNIQUE INDEX "chain_breaks_senders" ON "chain_breaks" USING btree ("problem","key_device_id") WHERE closed_at is null and problem in ('missing-signature', 'invalid-signature', 'foreign-device') and key_device_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "chain_breaks_signatures" ON "chain_breaks" USING btree ("device_id","problem") WHERE closed_at is null and problem in ('missing-signature', 'invalid-signature', 'foreign-device') and key_device_id is null;