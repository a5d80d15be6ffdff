ALTER TABLE "containers" ADD COLUMN "size_type_read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "escalations" ADD COLUMN "about_visit_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "camera_drifts" ADD COLUMN "compared_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "camera_drifts" SET "compared_at" = "reported_at";--> statement-breakpoint
ALTER TABLE "record_links" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "record_links_taken" ON "record_links" USING btree ("edge_device_id",(coalesce(taken_at, received_at)));--> statement-breakpoint
UPDATE "escalations" e SET "about_visit_ids" = array[s.visit_id] FROM "scans" s WHERE s.id = e.scan_id AND s.container_id = e.container_id AND s.visit_id <> e.visit_id;
