ALTER TABLE "containers" ADD COLUMN "size_type_read_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "escalations" ADD COLUMN "about_visit_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "camera_drifts" ADD COLUMN "compared_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
UPDATE "camera_drifts" SET "compared_at" = "reported_at";--> statement-breakpoint
ALTER TABLE "record_links" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "scans_visit" ON "scans" USING btree ("container_id","visit_id",(case when clock_suspect then received_at else "timestamp" end));--> statement-breakpoint
CREATE INDEX "record_links_taken" ON "record_links" USING btree ("edge_device_id",(coalesce(taken_at, received_at)));
--> statement-breakpoint
UPDATE "escalations" e SET "about_visit_ids" = array[s.visit_id] FROM "scans" s WHERE s.id = e.scan_id AND s.container_id = e.container_id AND s.visit_id <> e.visit_id;
--> statement-breakpoint
-- Escalations and decisions count at the camera that saw their visit first, which a late scan may change.
CREATE FUNCTION mark_statistics_of_decisions(container text, visit text) RETURNS void LANGUAGE sql AS $$
  insert into statistic_marks (bucket) select distinct statistics_bucket(at)
  from escalations cross join lateral (values (created_at), (resolved_at)) times (at)
  where container_id = container and visit_id = visit and at is not null $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION mark_statistics_of_scan() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op <> 'INSERT' then
    perform mark_statistics(case when old.clock_suspect then old.received_at else old.timestamp end,
      (select opened_at from visits where id = old.visit_id));
    perform mark_statistics_of_decisions(old.container_id, old.visit_id);
  end if;
  if tg_op <> 'DELETE' then
    perform mark_statistics(case when new.clock_suspect then new.received_at else new.timestamp end,
      (select opened_at from visits where id = new.visit_id));
    perform mark_statistics_of_decisions(new.container_id, new.visit_id);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- What was counted at another camera is counted again in the background.
INSERT INTO "statistic_marks" (bucket) SELECT DISTINCT statistics_bucket(at) FROM "escalations"
  CROSS JOIN LATERAL (VALUES (created_at), (resolved_at)) times (at) WHERE at IS NOT NULL;
