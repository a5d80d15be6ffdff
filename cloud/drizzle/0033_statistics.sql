CREATE TABLE "statistic_marks" (
	"bucket" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statistics" (
	"bucket" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"camera_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"count" integer NOT NULL,
	"seconds" integer[],
	CONSTRAINT "statistics_bucket_kind_name_camera_id_owner_id_pk" PRIMARY KEY("bucket","kind","name","camera_id","owner_id")
);
--> statement-breakpoint
CREATE INDEX "statistics_owner" ON "statistics" USING btree ("owner_id","bucket");--> statement-breakpoint
CREATE INDEX "visits_opened" ON "visits" USING btree ("opened_at");--> statement-breakpoint
CREATE INDEX "scans_taken" ON "scans" USING btree ((case when clock_suspect then received_at else "timestamp" end));--> statement-breakpoint
CREATE INDEX "escalations_created" ON "escalations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "escalations_resolved" ON "escalations" USING btree ("resolved_at");--> statement-breakpoint
CREATE FUNCTION statistics_bucket(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ select date_bin('15 minutes', at, to_timestamp(0)) $$;
--> statement-breakpoint
-- Marks the quarters of these times as changed.
CREATE FUNCTION mark_statistics(VARIADIC times timestamptz[]) RETURNS void LANGUAGE sql
  AS $$ insert into statistic_marks (bucket) select distinct statistics_bucket(at) from unnest(times) at where at is not null $$;
--> statement-breakpoint
-- A scan counts when it was taken, and decides what its visit counts as.
CREATE FUNCTION mark_statistics_of_scan() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op <> 'INSERT' then
    perform mark_statistics(case when old.clock_suspect then old.received_at else old.timestamp end,
      (select opened_at from visits where id = old.visit_id));
  end if;
  if tg_op <> 'DELETE' then
    perform mark_statistics(case when new.clock_suspect then new.received_at else new.timestamp end,
      (select opened_at from visits where id = new.visit_id));
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER scans_statistics AFTER INSERT OR DELETE ON scans FOR EACH ROW EXECUTE FUNCTION mark_statistics_of_scan();
--> statement-breakpoint
CREATE TRIGGER scans_statistics_change AFTER UPDATE ON scans FOR EACH ROW
  WHEN ((old.status, old.container_id, old.visit_id, old.camera_id, old.recorded_match, old.detections)
    is distinct from (new.status, new.container_id, new.visit_id, new.camera_id, new.recorded_match, new.detections))
  EXECUTE FUNCTION mark_statistics_of_scan();
--> statement-breakpoint
CREATE FUNCTION mark_statistics_of_visit() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op <> 'INSERT' then perform mark_statistics(old.opened_at); end if;
  if tg_op <> 'DELETE' then perform mark_statistics(new.opened_at); end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER visits_statistics AFTER INSERT OR DELETE ON visits FOR EACH ROW EXECUTE FUNCTION mark_statistics_of_visit();
--> statement-breakpoint
CREATE TRIGGER visits_statistics_change AFTER UPDATE ON visits FOR EACH ROW
  WHEN ((old.opened_at, old.container_id, old.joined_into_id, old.status, old.category_scan)
    is distinct from (new.opened_at, new.container_id, new.joined_into_id, new.status, new.category_scan))
  EXECUTE FUNCTION mark_statistics_of_visit();
--> statement-breakpoint
-- Of another owner or deleted: all that is counted of it moves or goes. Otherwise only its current visit changes.
CREATE FUNCTION mark_statistics_of_container() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if (old.owner_id, old.deleted_at) is distinct from (new.owner_id, new.deleted_at) then
    insert into statistic_marks (bucket) select distinct statistics_bucket(at) from (
      select case when clock_suspect then received_at else timestamp end as at from scans where container_id = new.id
      union all select opened_at from visits where container_id = new.id
      union all select created_at from escalations where container_id = new.id
      union all select resolved_at from escalations where container_id = new.id) times where at is not null;
  else
    insert into statistic_marks (bucket) select distinct statistics_bucket(opened_at) from visits where id in (old.visit_id, new.visit_id);
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER containers_statistics AFTER UPDATE ON containers FOR EACH ROW
  WHEN ((old.owner_id, old.deleted_at, old.status, old.visit_id) is distinct from (new.owner_id, new.deleted_at, new.status, new.visit_id))
  EXECUTE FUNCTION mark_statistics_of_container();
--> statement-breakpoint
CREATE FUNCTION mark_statistics_of_verdict() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform mark_statistics(case when clock_suspect then received_at else timestamp end) from scans
    where id = coalesce(new.scan_id, old.scan_id);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER detection_verdicts_statistics AFTER INSERT OR UPDATE OR DELETE ON detection_verdicts FOR EACH ROW
  EXECUTE FUNCTION mark_statistics_of_verdict();
--> statement-breakpoint
CREATE FUNCTION mark_statistics_of_escalation() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op <> 'INSERT' then perform mark_statistics(old.created_at, old.resolved_at); end if;
  if tg_op <> 'DELETE' then perform mark_statistics(new.created_at, new.resolved_at); end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER escalations_statistics AFTER INSERT OR UPDATE OR DELETE ON escalations FOR EACH ROW
  EXECUTE FUNCTION mark_statistics_of_escalation();
--> statement-breakpoint
-- What is recorded already is counted in the background.
INSERT INTO "statistic_marks" (bucket) SELECT DISTINCT statistics_bucket(at) FROM (
  SELECT CASE WHEN clock_suspect THEN received_at ELSE timestamp END AS at FROM scans
  UNION ALL SELECT opened_at FROM visits UNION ALL SELECT created_at FROM escalations
  UNION ALL SELECT resolved_at FROM escalations WHERE resolved_at IS NOT NULL) times;
