-- No release came before this one, so that the index needs no migration in steps.
CREATE INDEX "passages_container" ON "passages" USING btree ("container_id");--> statement-breakpoint
-- A vehicle counts when its first record was taken, and as what all of its parts are.
CREATE FUNCTION mark_statistics_of_passage() RETURNS trigger LANGUAGE plpgsql AS $$
declare
  device text := coalesce(new.device_id, old.device_id);
  whole text := regexp_replace(coalesce(new.passage_id, old.passage_id), '-unsure$', '');
begin
  if tg_op <> 'INSERT' then perform mark_statistics(old.first_at); end if;
  insert into statistic_marks (bucket) select distinct statistics_bucket(first_at) from passages
    where device_id = device and passage_id in (whole, whole || '-unsure');
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER passages_statistics AFTER INSERT OR DELETE ON passages FOR EACH ROW EXECUTE FUNCTION mark_statistics_of_passage();--> statement-breakpoint
CREATE TRIGGER passages_statistics_change AFTER UPDATE ON passages FOR EACH ROW
  WHEN ((old.first_at, old.container_id, old.is_unidentified, old.assigned_at, old.camera_id)
    is distinct from (new.first_at, new.container_id, new.is_unidentified, new.assigned_at, new.camera_id))
  EXECUTE FUNCTION mark_statistics_of_passage();--> statement-breakpoint
CREATE FUNCTION mark_statistics_of_passages() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  insert into statistic_marks (bucket) select distinct statistics_bucket(first_at) from passages where container_id = new.id;
  return null;
end $$;--> statement-breakpoint
CREATE TRIGGER containers_passages_statistics AFTER UPDATE ON containers FOR EACH ROW
  WHEN ((old.owner_id, old.deleted_at) is distinct from (new.owner_id, new.deleted_at))
  EXECUTE FUNCTION mark_statistics_of_passages();--> statement-breakpoint
INSERT INTO statistic_marks (bucket) SELECT DISTINCT statistics_bucket(first_at) FROM passages;--> statement-breakpoint
UPDATE "drizzle"."oldest_release" SET "migration" = 6;
