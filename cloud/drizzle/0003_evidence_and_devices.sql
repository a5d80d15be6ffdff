CREATE TABLE "evidence" (
	"id" text PRIMARY KEY NOT NULL,
	"container_id" text NOT NULL,
	"uploader_id" text NOT NULL,
	"source" text NOT NULL,
	"note" text,
	"detections" jsonb NOT NULL,
	"model_name" text,
	"model_version" text,
	"inference_ms" double precision,
	"camera_id" text,
	"device_id" text,
	"user_email" text,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"clock_suspect" boolean DEFAULT false NOT NULL,
	"image_key" text NOT NULL,
	"image_content_type" text NOT NULL,
	"image_sha256" text NOT NULL,
	"image_original_sha256" text NOT NULL,
	"image_reduced" boolean DEFAULT false NOT NULL,
	"image_size_bytes" integer NOT NULL,
	"image_width" integer NOT NULL,
	"image_height" integer NOT NULL,
	"thumbnail_key" text NOT NULL,
	"thumbnail_sha256" text NOT NULL,
	"thumbnail_size_bytes" integer NOT NULL,
	"visualization_key" text,
	"visualization_content_type" text,
	"visualization_sha256" text,
	"visualization_size_bytes" integer,
	"sequence" bigint,
	"previous_sha256" text,
	"record_sha256" text,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by_id" text
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"device_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"push_token" text NOT NULL,
	"app_version" text NOT NULL,
	"device_model" text NOT NULL,
	"is_active" boolean NOT NULL,
	"last_active_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "devices_push_token_unique" UNIQUE("push_token")
);
--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_container_id_containers_id_fk" FOREIGN KEY ("container_id") REFERENCES "public"."containers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_deleted_by_id_users_id_fk" FOREIGN KEY ("deleted_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "evidence_container" ON "evidence" USING btree ("container_id","id");--> statement-breakpoint
CREATE INDEX "devices_user" ON "devices" USING btree ("user_id","last_active_at");