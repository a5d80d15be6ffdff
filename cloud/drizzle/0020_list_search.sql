-- Searches for a part of a number: by trigrams where three letters or digits are given, otherwise by short_grams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- All parts of one and two characters of a text. Its cost keeps the planner from walking a table for rare parts.
CREATE FUNCTION short_grams(whole text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 300
  AS $$ select array(select substr(whole, at, size) from generate_series(1, length(whole)) at, generate_series(1, 2) size) $$;
--> statement-breakpoint
DROP INDEX "audit_log_at";--> statement-breakpoint
DROP INDEX "manifests_created_by";--> statement-breakpoint
DROP INDEX "audit_log_actor";--> statement-breakpoint
DROP INDEX "audit_log_actor_type";--> statement-breakpoint
DROP INDEX "audit_log_actor_name";--> statement-breakpoint
CREATE INDEX "containers_number_part" ON "containers" USING gin (number_key gin_trgm_ops,short_grams(number_key));--> statement-breakpoint
CREATE INDEX "containers_id_drift" ON "containers" USING btree ("created_at","id") WHERE not (id >= lpad(to_hex((extract(epoch from (created_at - to_timestamp(0))) * 1000)::bigint - 600000), 12, '0') and id < lpad(to_hex((extract(epoch from (created_at - to_timestamp(0))) * 1000)::bigint + 600000), 12, '0'));--> statement-breakpoint
CREATE INDEX "containers_owner_manifest" ON "containers" USING btree ("owner_id","manifest_id") WHERE manifest_id is not null;--> statement-breakpoint
CREATE INDEX "manifests_number_part" ON "manifests" USING gin (number_key gin_trgm_ops,short_grams(number_key));--> statement-breakpoint
CREATE INDEX "manifests_bill_part" ON "manifests" USING gin (bill_of_lading gin_trgm_ops,short_grams(lower(bill_of_lading)));--> statement-breakpoint
CREATE INDEX "email_jobs_recipient" ON "email_jobs" USING btree ("recipient","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject_type" ON "audit_log" USING btree ("subject_type","id");--> statement-breakpoint
CREATE INDEX "audit_log_id_drift" ON "audit_log" USING btree ("at","id") WHERE not (id >= lpad(to_hex((extract(epoch from (at - to_timestamp(0))) * 1000)::bigint - 600000), 12, '0') and id < lpad(to_hex((extract(epoch from (at - to_timestamp(0))) * 1000)::bigint + 600000), 12, '0'));--> statement-breakpoint
CREATE INDEX "escalations_claimed_by" ON "escalations" USING btree ("claimed_by_id","id");--> statement-breakpoint
CREATE INDEX "manifests_created_by" ON "manifests" USING btree ("created_by_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_actor_type" ON "audit_log" USING btree ("actor_type","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "audit_log_actor_name" ON "audit_log" USING btree ("actor_name","id" DESC NULLS LAST);
--> statement-breakpoint
-- More values to compare a part with, so that the planner knows how rare it is.
ALTER TABLE "containers" ALTER COLUMN "number_key" SET STATISTICS 1000;
--> statement-breakpoint
ALTER TABLE "manifests" ALTER COLUMN "number_key" SET STATISTICS 1000;
--> statement-breakpoint
ALTER TABLE "manifests" ALTER COLUMN "bill_of_lading" SET STATISTICS 1000;
--> statement-breakpoint
-- So that the planner knows which kinds of entries never occur together, and does not walk the log for them.
CREATE STATISTICS "audit_log_kinds" (mcv) ON "actor_type", "action", "subject_type" FROM "audit_log";
--> statement-breakpoint
-- Without statistics of the new indexes, searches walk the tables until autovacuum comes by.
ANALYZE "containers", "manifests", "audit_log";
