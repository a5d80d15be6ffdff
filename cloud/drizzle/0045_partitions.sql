-- Scans and the audit log become partitioned by id, receipts by a hash of their key; their names, columns, keys and indexes stay, so
-- that releases before this one write on (src/platform/db/partitions/). Nothing is copied here.
--
-- Everything that is needed below is locked first: nothing waits here while others wait for it.
LOCK TABLE "scans", "audit_log", "idempotency_receipts", "escalations", "detection_verdicts" IN ACCESS EXCLUSIVE MODE;
--> statement-breakpoint
LOCK TABLE "containers", "visits", "users" IN SHARE ROW EXCLUSIVE MODE;
--> statement-breakpoint
-- Turns a table into one whose only partition is what it was: renames it, makes a partitioned one of its name, and attaches it as the
-- partition of all ids, which needs no look at its rows. Indexes and foreign keys are taken over, not built or checked again. Foreign
-- keys that refer to it hold for new rows at once; the maintenance checks the existing ones.
CREATE FUNCTION "drizzle"."partition_by_id"("whole" text) RETURNS void LANGUAGE plpgsql AS $$
declare
  old_oid oid := format('public.%I', whole)::regclass;
  part text := whole || '_1';
  owner text;
  before_attach text[] := '{}';
  after_attach text[] := '{}';
  one record;
begin
  select pg_get_userbyid(relowner) into owner from pg_class where oid = old_oid;
  for one in select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where contype = 'f' and conrelid = old_oid loop
    before_attach := before_attach || format('alter table public.%I add constraint %I %s', whole, one.name, one.definition);
  end loop;
  for one in
    select relname as name, pg_get_indexdef(indexrelid) as definition, conname, pg_get_constraintdef(pg_constraint.oid) as condefinition
    from pg_index join pg_class on pg_class.oid = indexrelid
      left join pg_constraint on conindid = indexrelid and contype in ('p', 'u', 'x') and conrelid = old_oid
    where indrelid = old_oid
  loop
    before_attach := before_attach || case when one.conname is null then one.definition
      else format('alter table public.%I add constraint %I %s', whole, one.conname, one.condefinition) end;
    execute format('alter index public.%I rename to %I', one.name,
      case when starts_with(one.name, whole) then part || substr(one.name, length(whole) + 1) else part || '_' || one.name end);
  end loop;
  for one in select privilege_type as privilege, grantee from pg_class, aclexplode(relacl) where pg_class.oid = old_oid and grantee <> relowner loop
    after_attach := after_attach || format('grant %s on public.%I to %s', one.privilege, whole,
      case when one.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(one.grantee)) end);
  end loop;
  for one in select stxname as name, pg_get_statisticsobjdef(oid) as definition from pg_statistic_ext where stxrelid = old_oid loop
    after_attach := after_attach || one.definition;
    execute format('alter statistics public.%I rename to %I', one.name, part || substr(one.name, length(whole) + 1));
  end loop;
  for one in select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger where tgrelid = old_oid and not tgisinternal loop
    after_attach := after_attach || one.definition;
    execute format('drop trigger %I on public.%I', one.name, whole);
  end loop;
  for one in
    select conrelid::regclass::text as referrer, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and confrelid = old_oid order by 1, 2
  loop
    after_attach := after_attach || format('alter table %s add constraint %I %s not valid', one.referrer, one.name, one.definition);
    execute format('alter table %s drop constraint %I', one.referrer, one.name);
  end loop;
  execute format('alter table public.%I rename to %I', whole, part);
  execute format('create table public.%I (like public.%I including defaults including constraints) partition by range (id)', whole, part);
  execute format('alter table public.%I owner to %I', whole, owner);
  for one in select unnest(before_attach) as statement loop
    execute one.statement;
  end loop;
  execute format('alter table public.%I attach partition public.%I for values from (minvalue) to (maxvalue)', whole, part);
  for one in select unnest(after_attach) as statement loop
    execute one.statement;
  end loop;
end $$;
--> statement-breakpoint
SELECT "drizzle"."partition_by_id"('scans');
--> statement-breakpoint
SELECT "drizzle"."partition_by_id"('audit_log');
--> statement-breakpoint
DROP FUNCTION "drizzle"."partition_by_id"(text);
--> statement-breakpoint
-- Rows find their place among the partitions of a hash only by a copy. It is made in batches by the maintenance, or by `migrate`; meanwhile
-- every receipt that is written or deleted is written or deleted in both tables.
CREATE TABLE "drizzle"."idempotency_receipts_next" (LIKE "idempotency_receipts" INCLUDING DEFAULTS) PARTITION BY HASH ("key");
--> statement-breakpoint
ALTER TABLE "drizzle"."idempotency_receipts_next" ADD CONSTRAINT "idempotency_receipts_route_key_pk" PRIMARY KEY ("route", "key");
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_0" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 0);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_1" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 1);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_2" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 2);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_3" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 3);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_4" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 4);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_5" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 5);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_6" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 6);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_7" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 7);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_8" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 8);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_9" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 9);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_10" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 10);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_11" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 11);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_12" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 12);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_13" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 13);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_14" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 14);
--> statement-breakpoint
CREATE TABLE "drizzle"."idempotency_receipts_15" PARTITION OF "drizzle"."idempotency_receipts_next" FOR VALUES WITH (MODULUS 16, REMAINDER 15);
--> statement-breakpoint
-- How far the copy is: the last receipt of the last batch, in the order of the primary key.
CREATE TABLE "drizzle"."idempotency_receipts_copied" ("route" text NOT NULL, "key" text NOT NULL);
--> statement-breakpoint
INSERT INTO "drizzle"."idempotency_receipts_copied" VALUES ('', '');
--> statement-breakpoint
CREATE FUNCTION "drizzle"."mirror_receipt"() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op = 'INSERT' then
    insert into drizzle.idempotency_receipts_next values (new.*) on conflict do nothing;
  else
    delete from drizzle.idempotency_receipts_next where route = old.route and key = old.key;
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER "idempotency_receipts_mirror" AFTER INSERT OR DELETE ON "idempotency_receipts" FOR EACH ROW EXECUTE FUNCTION "drizzle"."mirror_receipt"();
--> statement-breakpoint
-- Releases up to 0044 delete expired receipts by their place (ctid), which in a partitioned table is the place of up to sixteen rows.
CREATE FUNCTION "drizzle"."keep_receipt"() RETURNS trigger LANGUAGE plpgsql AS $$ begin return null; end $$;
--> statement-breakpoint
-- Puts the copy in the place of the table, once it is complete.
CREATE FUNCTION "drizzle"."switch_receipts"("only_if_empty" boolean) RETURNS void LANGUAGE plpgsql AS $$
declare
  old_oid oid;
  one record;
begin
  lock table public.idempotency_receipts in access exclusive mode;
  if only_if_empty and exists (select from public.idempotency_receipts) then return; end if;
  old_oid := 'public.idempotency_receipts'::regclass;
  for one in select privilege_type as privilege, grantee from pg_class, aclexplode(relacl) where pg_class.oid = old_oid and grantee <> relowner loop
    execute format('grant %s on drizzle.idempotency_receipts_next to %s', one.privilege,
      case when one.grantee = 0 then 'public' else quote_ident(pg_get_userbyid(one.grantee)) end);
  end loop;
  execute format('alter table drizzle.idempotency_receipts_next owner to %I', (select pg_get_userbyid(relowner) from pg_class where oid = old_oid));
  drop table public.idempotency_receipts;
  for one in select relname as name from pg_inherits join pg_class on oid = inhrelid where inhparent = 'drizzle.idempotency_receipts_next'::regclass loop
    execute format('alter table drizzle.%I set schema public', one.name);
  end loop;
  alter table drizzle.idempotency_receipts_next rename to idempotency_receipts;
  alter table drizzle.idempotency_receipts set schema public;
  create trigger idempotency_receipts_by_place before delete on public.idempotency_receipts for each row
    when (current_query() like '%ctid%') execute function drizzle.keep_receipt();
  drop table drizzle.idempotency_receipts_copied;
  drop function drizzle.mirror_receipt();
end $$;
--> statement-breakpoint
-- A new database needs no copy.
SELECT "drizzle"."switch_receipts"("only_if_empty" => true);
