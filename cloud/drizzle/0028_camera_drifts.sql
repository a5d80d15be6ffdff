CREATE TABLE "camera_drifts" (
	"camera_id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"model" jsonb NOT NULL,
	"measures" jsonb NOT NULL,
	"classes" jsonb NOT NULL,
	"pictures" jsonb NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "camera_drifts" ADD CONSTRAINT "camera_drifts_device_id_edge_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "camera_drifts_device" ON "camera_drifts" USING btree ("device_id");