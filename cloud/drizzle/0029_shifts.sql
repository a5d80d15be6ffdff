CREATE TABLE "shifts" (
	"id" text PRIMARY KEY NOT NULL,
	"lane_id" text NOT NULL,
	"operator_id" text NOT NULL,
	"taken_by_id" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"ended_by_id" text
);
--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_lane_id_lanes_id_fk" FOREIGN KEY ("lane_id") REFERENCES "public"."lanes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_operator_id_users_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_taken_by_id_users_id_fk" FOREIGN KEY ("taken_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_ended_by_id_users_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shifts_lane" ON "shifts" USING btree ("lane_id","ends_at");--> statement-breakpoint
CREATE INDEX "shifts_ends_at" ON "shifts" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "shifts_operator" ON "shifts" USING btree ("operator_id","id");