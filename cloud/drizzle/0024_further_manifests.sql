ALTER TABLE "containers" ADD COLUMN "further_manifest_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "visits" ADD COLUMN "further_manifest_ids" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "containers_further_manifests" ON "containers" USING gin ("further_manifest_ids") WHERE further_manifest_ids <> '{}';--> statement-breakpoint
CREATE INDEX "containers_owner_further_manifests" ON "containers" USING btree ("owner_id") WHERE further_manifest_ids <> '{}';--> statement-breakpoint
CREATE INDEX "visits_further_manifests" ON "visits" USING gin ("further_manifest_ids") WHERE further_manifest_ids <> '{}';