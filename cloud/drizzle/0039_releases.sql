CREATE TABLE "releases" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"manifest" jsonb NOT NULL,
	"signed_by" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"uploaded_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roll_outs" (
	"id" text PRIMARY KEY NOT NULL,
	"release_id" text NOT NULL,
	"site_ids" jsonb NOT NULL,
	"device_ids" jsonb NOT NULL,
	"canary_ids" jsonb NOT NULL,
	"stage" text NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"created_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_uploaded_by_id_users_id_fk" FOREIGN KEY ("uploaded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_outs" ADD CONSTRAINT "roll_outs_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_outs" ADD CONSTRAINT "roll_outs_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "releases_version" ON "releases" USING btree ("kind","name","version");--> statement-breakpoint
CREATE INDEX "roll_outs_state" ON "roll_outs" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "roll_outs_release" ON "roll_outs" USING btree ("release_id");