CREATE TABLE "camera_faults" (
	"device_id" text NOT NULL,
	"camera_id" text NOT NULL,
	"fault" text NOT NULL,
	"reason" text,
	"since" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"reported_at" timestamp (3) with time zone,
	CONSTRAINT "camera_faults_device_id_camera_id_pk" PRIMARY KEY("device_id","camera_id")
);
--> statement-breakpoint
ALTER TABLE "camera_faults" ADD CONSTRAINT "camera_faults_device_id_edge_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;