CREATE TABLE "category_maps" (
	"version" integer PRIMARY KEY NOT NULL,
	"map" jsonb NOT NULL,
	"note" text,
	"created_by_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "category_maps" ADD CONSTRAINT "category_maps_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "manifests_bill_of_lading" ON "manifests" USING btree ("bill_of_lading");--> statement-breakpoint
CREATE INDEX "audit_log_manifest_before" ON "audit_log" USING btree ((before ->> 'manifestId')) WHERE before ->> 'manifestId' is not null;--> statement-breakpoint
CREATE INDEX "audit_log_manifest_after" ON "audit_log" USING btree ((after ->> 'manifestId')) WHERE after ->> 'manifestId' is not null;