CREATE TABLE "replay_changes" (
	"replay_id" text NOT NULL,
	"visit_id" text NOT NULL,
	"scan_id" text,
	"from_lane" text NOT NULL,
	"to_lane" text NOT NULL,
	"added" jsonb NOT NULL,
	"removed" jsonb NOT NULL,
	CONSTRAINT "replay_changes_replay_id_visit_id_pk" PRIMARY KEY("replay_id","visit_id")
);
--> statement-breakpoint
CREATE TABLE "replays" (
	"id" text PRIMARY KEY NOT NULL,
	"rule_set_version" integer NOT NULL,
	"state" text NOT NULL,
	"days" integer NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"base_version" integer NOT NULL,
	"map_version" integer NOT NULL,
	"cursor" text,
	"visits_done" integer NOT NULL,
	"visits_total" integer NOT NULL,
	"tally" jsonb NOT NULL,
	"result" jsonb,
	"failure" text,
	"started_by_id" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "rule_sets" (
	"version" integer PRIMARY KEY NOT NULL,
	"site_id" text,
	"state" text NOT NULL,
	"rules" jsonb NOT NULL,
	"map" jsonb,
	"map_version" integer,
	"base_version" integer,
	"note" text,
	"proposed_by_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_by_id" text,
	"activated_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "replay_changes" ADD CONSTRAINT "replay_changes_replay_id_replays_id_fk" FOREIGN KEY ("replay_id") REFERENCES "public"."replays"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replay_changes" ADD CONSTRAINT "replay_changes_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_rule_set_version_rule_sets_version_fk" FOREIGN KEY ("rule_set_version") REFERENCES "public"."rule_sets"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_started_by_id_users_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_sets" ADD CONSTRAINT "rule_sets_proposed_by_id_users_id_fk" FOREIGN KEY ("proposed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rule_sets" ADD CONSTRAINT "rule_sets_activated_by_id_users_id_fk" FOREIGN KEY ("activated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replays_rule_set" ON "replays" USING btree ("rule_set_version","id");--> statement-breakpoint
CREATE UNIQUE INDEX "replays_one_running" ON "replays" USING btree ("rule_set_version") WHERE state = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "rule_sets_one_active" ON "rule_sets" USING btree (coalesce(site_id, '')) WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "rule_sets_site" ON "rule_sets" USING btree ("site_id","version");