CREATE TABLE "passages" (
	"id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"passage_id" text NOT NULL,
	"position" text NOT NULL,
	"container_id" text NOT NULL,
	"number_key" text NOT NULL,
	"is_unidentified" boolean NOT NULL,
	"camera_id" text,
	"first_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"assigned_by_id" text,
	"assigned_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_container_id_containers_id_fk" FOREIGN KEY ("container_id") REFERENCES "public"."containers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passages" ADD CONSTRAINT "passages_assigned_by_id_users_id_fk" FOREIGN KEY ("assigned_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "passages_passage" ON "passages" USING btree ("device_id","passage_id","position");--> statement-breakpoint
CREATE INDEX "passages_device" ON "passages" USING btree ("device_id","first_at");--> statement-breakpoint
CREATE INDEX "passages_listed" ON "passages" USING btree ("first_at","id") WHERE is_unidentified or assigned_at is not null;--> statement-breakpoint
UPDATE "drizzle"."oldest_release" SET "migration" = 2;
