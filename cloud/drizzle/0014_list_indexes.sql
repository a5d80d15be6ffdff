CREATE INDEX "containers_status" ON "containers" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "manifests_status" ON "manifests" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_type" ON "audit_log" USING btree ("actor_type","id");--> statement-breakpoint
CREATE INDEX "push_deliveries_device" ON "push_deliveries" USING btree ("device_id","id");