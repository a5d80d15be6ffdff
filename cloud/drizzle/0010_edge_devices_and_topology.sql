CREATE TABLE "cameras" (
	"camera_id" text PRIMARY KEY NOT NULL,
	"name" text,
	"position" text,
	"lane_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edge_devices" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"note" text,
	"source" text NOT NULL,
	"reported_id" text,
	"agent_version" text,
	"last_seen_at" timestamp (3) with time zone,
	"silent_since" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"heartbeat" jsonb,
	"heartbeat_at" timestamp (3) with time zone,
	"clock_skew_ms" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edge_join_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"created_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "edge_keys" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "edge_watch" (
	"id" integer PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_look_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lanes" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sites" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cameras" ADD CONSTRAINT "cameras_lane_id_lanes_id_fk" FOREIGN KEY ("lane_id") REFERENCES "public"."lanes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edge_join_codes" ADD CONSTRAINT "edge_join_codes_device_id_edge_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edge_join_codes" ADD CONSTRAINT "edge_join_codes_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "edge_keys" ADD CONSTRAINT "edge_keys_device_id_edge_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lanes" ADD CONSTRAINT "lanes_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cameras_lane" ON "cameras" USING btree ("lane_id");--> statement-breakpoint
CREATE UNIQUE INDEX "edge_devices_shared_key" ON "edge_devices" USING btree ("reported_id") WHERE source = 'shared-key';--> statement-breakpoint
CREATE INDEX "edge_join_codes_device" ON "edge_join_codes" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "edge_keys_device" ON "edge_keys" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "lanes_site" ON "lanes" USING btree ("site_id","position");