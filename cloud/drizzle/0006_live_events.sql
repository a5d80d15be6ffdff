CREATE TABLE "live_events" (
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "live_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"container_id" text,
	"data" jsonb NOT NULL,
	CONSTRAINT "live_events_xid_id_pk" PRIMARY KEY("xid","id")
);
--> statement-breakpoint
ALTER TABLE "seen_cameras" ADD COLUMN "announced_at" timestamp (3) with time zone;