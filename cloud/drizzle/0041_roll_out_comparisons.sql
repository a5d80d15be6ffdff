CREATE TABLE "roll_out_comparisons" (
	"roll_out_id" text NOT NULL,
	"device_id" text NOT NULL,
	"comparison" jsonb NOT NULL,
	CONSTRAINT "roll_out_comparisons_roll_out_id_device_id_pk" PRIMARY KEY("roll_out_id","device_id")
);
--> statement-breakpoint
ALTER TABLE "roll_out_comparisons" ADD CONSTRAINT "roll_out_comparisons_roll_out_id_roll_outs_id_fk" FOREIGN KEY ("roll_out_id") REFERENCES "public"."roll_outs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "roll_out_comparisons" ADD CONSTRAINT "roll_out_comparisons_device_id_edge_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;