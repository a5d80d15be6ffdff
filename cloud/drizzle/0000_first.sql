CREATE TABLE "containers" (
	"id" text PRIMARY KEY NOT NULL,
	"container_number" text NOT NULL,
	"number_key" text NOT NULL,
	"number_check" text NOT NULL,
	"size_type" text,
	"status" text NOT NULL,
	"owner_id" text NOT NULL,
	"source" text NOT NULL,
	"manifest_id" text,
	"category_scan" jsonb,
	"category_scan_ordered_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "containers_manifest_id_unique" UNIQUE("manifest_id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts" (
	"route" text NOT NULL,
	"key" text NOT NULL,
	"request_sha256" text NOT NULL,
	"status" smallint NOT NULL,
	"reply" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_receipts_route_key_pk" PRIMARY KEY("route","key")
);
--> statement-breakpoint
CREATE TABLE "manifests" (
	"id" text PRIMARY KEY NOT NULL,
	"container_number" text,
	"number_key" text,
	"bill_of_lading" text,
	"vessel" jsonb,
	"origin" jsonb,
	"destination" jsonb,
	"shipper" jsonb,
	"consignee" jsonb,
	"declared_goods" jsonb,
	"container_type" text,
	"weight" jsonb,
	"status" text NOT NULL,
	"created_by_id" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" text PRIMARY KEY NOT NULL,
	"container_id" text NOT NULL,
	"type" text NOT NULL,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"detections" jsonb NOT NULL,
	"summary" jsonb NOT NULL,
	"model_name" text,
	"model_version" text,
	"inference_ms" double precision,
	"camera_id" text,
	"device_id" text,
	"user_email" text,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"clock_suspect" boolean DEFAULT false NOT NULL,
	"image_key" text,
	"image_content_type" text,
	"image_sha256" text,
	"image_original_sha256" text,
	"image_reduced" boolean DEFAULT false NOT NULL,
	"image_size_bytes" integer,
	"image_width" integer,
	"image_height" integer,
	"visualization_key" text,
	"visualization_content_type" text,
	"sequence" bigint,
	"previous_sha256" text,
	"record_sha256" text,
	"created_by_id" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_id" text NOT NULL,
	"previous_token_id" text,
	"previous_token_ends_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"role" text NOT NULL,
	"password_hash" text,
	"disabled_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
ALTER TABLE "containers" ADD CONSTRAINT "containers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "containers" ADD CONSTRAINT "containers_manifest_id_manifests_id_fk" FOREIGN KEY ("manifest_id") REFERENCES "public"."manifests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_container_id_containers_id_fk" FOREIGN KEY ("container_id") REFERENCES "public"."containers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "containers_number" ON "containers" USING btree ("number_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "containers_owner" ON "containers" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "manifests_number" ON "manifests" USING btree ("number_key");--> statement-breakpoint
CREATE INDEX "manifests_created_by" ON "manifests" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "scans_container" ON "scans" USING btree ("container_id","id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");