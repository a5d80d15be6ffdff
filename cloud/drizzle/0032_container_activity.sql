CREATE INDEX "containers_size_type" ON "containers" USING btree ("size_type","id");--> statement-breakpoint
CREATE INDEX "visits_activity" ON "visits" USING btree (coalesce(last_write_at, opened_at),"container_id") WHERE joined_into_id is null;--> statement-breakpoint
CREATE INDEX "scans_camera" ON "scans" USING btree ("camera_id","container_id");--> statement-breakpoint
CREATE INDEX "scans_classes" ON "scans" USING gin (jsonb_path_query_array(summary, '$[*].className') jsonb_path_ops);--> statement-breakpoint
CREATE INDEX "scans_verdict" ON "scans" USING btree ((recorded_match -> 'match' ->> 'lane'),"container_id") WHERE recorded_match is not null;--> statement-breakpoint
-- Without statistics of the new indexes, lists walk the tables until autovacuum comes by.
ANALYZE "scans", "visits", "containers";
