CREATE TABLE "webhook_cursor" (
	"id" smallint PRIMARY KEY NOT NULL,
	"event_xid" "xid8" NOT NULL,
	"event_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","next_attempt_at") WHERE status = 'pending';