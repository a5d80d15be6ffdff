-- An event belongs to its camera: events of two cameras of one device may agree in everything else. The new key also serves
-- searches by camera and time, so it replaces two indexes. It is built under a lock: meanwhile stream events and camera
-- summaries are answered 503 and agents keep theirs. Releases before this one name no key in their statements.
ALTER TABLE "tracking_events" DROP CONSTRAINT "tracking_events_pkey";
--> statement-breakpoint
DROP INDEX "tracking_events_camera";
--> statement-breakpoint
ALTER TABLE "tracking_events" ADD PRIMARY KEY ("camera_id", "occurred_at", "device_id", "session_id", "event_id");
