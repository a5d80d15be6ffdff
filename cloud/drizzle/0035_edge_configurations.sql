CREATE TABLE "edge_configurations" (
	"device_id" text PRIMARY KEY NOT NULL,
	"configuration" text NOT NULL,
	"missing" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"agent_version" text,
	"reported_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "edge_configurations" ADD CONSTRAINT "edge_configurations_device_id_edge_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;