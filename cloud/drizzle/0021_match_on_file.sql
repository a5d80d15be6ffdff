CREATE TABLE "manifest_versions" (
	"manifest_id" text NOT NULL,
	"version" integer NOT NULL,
	"sha256" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "manifest_versions_manifest_id_version_pk" PRIMARY KEY("manifest_id","version")
);
--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "view" text;--> statement-breakpoint
ALTER TABLE "scans" ADD COLUMN "recorded_match" jsonb;--> statement-breakpoint
ALTER TABLE "escalations" ADD COLUMN "decided_on" jsonb;--> statement-breakpoint
ALTER TABLE "cameras" ADD COLUMN "view" text;--> statement-breakpoint
ALTER TABLE "manifest_versions" ADD CONSTRAINT "manifest_versions_manifest_id_manifests_id_fk" FOREIGN KEY ("manifest_id") REFERENCES "public"."manifests"("id") ON DELETE no action ON UPDATE no action;