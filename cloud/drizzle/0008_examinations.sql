CREATE TABLE "examinations" (
	"id" text PRIMARY KEY NOT NULL,
	"container_id" text NOT NULL,
	"visit_id" text NOT NULL,
	"order_id" text,
	"result" text NOT NULL,
	"is_opened" boolean NOT NULL,
	"weighed_kg" double precision,
	"note" text NOT NULL,
	"lane" text,
	"rules" jsonb NOT NULL,
	"by_id" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "examinations" ADD CONSTRAINT "examinations_container_id_containers_id_fk" FOREIGN KEY ("container_id") REFERENCES "public"."containers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "examinations" ADD CONSTRAINT "examinations_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "examinations" ADD CONSTRAINT "examinations_order_id_escalations_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."escalations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "examinations" ADD CONSTRAINT "examinations_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "examinations_visit" ON "examinations" USING btree ("container_id","visit_id","at");--> statement-breakpoint
CREATE INDEX "examinations_at" ON "examinations" USING btree ("at");--> statement-breakpoint
UPDATE "drizzle"."oldest_release" SET "migration" = 8;
