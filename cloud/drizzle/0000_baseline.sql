-- The database of release 3.0.0: what `npm run migration` generates from src/platform/db/tables.ts, and by hand what it cannot
-- describe: before the generated statements what they need, in them how tables are partitioned, after them the rest.
--
-- The oldest release that may run on this database, by the number of the newest migration that it carries (src/platform/db/release.ts).
-- A migration that older releases cannot live with raises it: UPDATE "drizzle"."oldest_release" SET "migration" = <its own number>;
-- It lies beside the list of migrations: it belongs to the tables, not to the data that backups hold.
CREATE TABLE "drizzle"."oldest_release" (
  "is_only_row" boolean PRIMARY KEY DEFAULT true CHECK ("is_only_row"),
  "migration" integer NOT NULL
);
--> statement-breakpoint
INSERT INTO "drizzle"."oldest_release" ("migration") VALUES (0);
--> statement-breakpoint
-- Searches for a part of a number: by trigrams where three letters or digits are given, otherwise by short_grams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- All parts of one and two characters of a text. Its cost keeps the planner from walking a table for rare parts.
CREATE FUNCTION short_grams(whole text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 300
  AS $$ select array(select substr(whole, at, size) from generate_series(1, length(whole)) at, generate_series(1, 2) size) $$;
--> statement-breakpoint
CREATE TABLE "erasures" (
	"user_id" text PRIMARY KEY NOT NULL,
	"addresses" text[] NOT NULL,
	"names" text[] NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "invites" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"told_token_hash" text NOT NULL,
	"mailed_token_hash" text NOT NULL,
	"invited_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"accepted_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "invites_told_token_hash_unique" UNIQUE("told_token_hash"),
	CONSTRAINT "invites_mailed_token_hash_unique" UNIQUE("mailed_token_hash")
);
--> statement-breakpoint
CREATE TABLE "link_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"search" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"sealed_secret" text,
	"last_step" integer,
	"credential_id" text,
	"public_key" text,
	"sign_count" bigint,
	"transports" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "second_factors_credential_id_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"token_id" text NOT NULL,
	"replaced_tokens" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"signed_in_with" text,
	"user_agent" text,
	"address" text,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text,
	"sealed_secret" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_rules" (
	"role" text PRIMARY KEY NOT NULL,
	"second_factor_required" boolean NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"role" text NOT NULL,
	"password_hash" text,
	"email_verified_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"is_service" boolean DEFAULT false NOT NULL,
	"has_second_factor" boolean DEFAULT false NOT NULL,
	"time_zone" text,
	"erased_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_erased_disabled" CHECK (erased_at is null or disabled_at is not null)
);
--> statement-breakpoint
CREATE TABLE "containers" (
	"id" text PRIMARY KEY NOT NULL,
	"container_number" text NOT NULL,
	"number_key" text NOT NULL,
	"former_number_keys" text[] DEFAULT '{}' NOT NULL,
	"number_check" text NOT NULL,
	"number_confirmation" jsonb,
	"size_type" text,
	"size_type_read_at" timestamp (3) with time zone,
	"status" text NOT NULL,
	"owner_id" text NOT NULL,
	"source" text NOT NULL,
	"manifest_id" text,
	"further_manifest_ids" text[] DEFAULT '{}' NOT NULL,
	"category_scan" jsonb,
	"category_scan_ordered_at" timestamp (3) with time zone,
	"legal_hold" jsonb,
	"visit_id" text NOT NULL,
	"merged_into_id" text,
	"merged_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "containers_manifest_id_unique" UNIQUE("manifest_id")
);
--> statement-breakpoint
CREATE TABLE "visits" (
	"id" text PRIMARY KEY NOT NULL,
	"container_id" text NOT NULL,
	"number" integer NOT NULL,
	"opened_by" text NOT NULL,
	"opened_by_id" text,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"last_write_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	"decision" text,
	"joined_into_id" text,
	"status" text,
	"manifest_id" text,
	"further_manifest_ids" text[] DEFAULT '{}' NOT NULL,
	"category_scan" jsonb,
	"category_scan_ordered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "manifest_versions" (
	"manifest_id" text NOT NULL,
	"version" integer NOT NULL,
	"sha256" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "manifest_versions_manifest_id_version_pk" PRIMARY KEY("manifest_id","version")
);
--> statement-breakpoint
CREATE TABLE "manifests" (
	"id" text PRIMARY KEY NOT NULL,
	"container_number" text,
	"number_key" text,
	"bill_of_lading" text,
	"vessel" jsonb,
	"origin" jsonb,
	"destination" jsonb,
	"shipper" jsonb,
	"consignee" jsonb,
	"declared_goods" jsonb,
	"container_type" text,
	"weight" jsonb,
	"status" text NOT NULL,
	"created_by_id" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "detection_verdicts" (
	"scan_id" text NOT NULL,
	"index" integer NOT NULL,
	"verdict" text NOT NULL,
	"class_name" text,
	"polygon" jsonb,
	"area_percentage" double precision,
	"note" text,
	"reviewer_id" text NOT NULL,
	"reviewed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "detection_verdicts_scan_id_index_pk" PRIMARY KEY("scan_id","index")
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" text PRIMARY KEY NOT NULL,
	"container_id" text NOT NULL,
	"visit_id" text NOT NULL,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"summary" jsonb NOT NULL,
	"source" text NOT NULL,
	"detections" jsonb NOT NULL,
	"model_name" text,
	"model_version" text,
	"inference_ms" double precision,
	"camera_id" text,
	"device_id" text,
	"user_email" text,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"clock_suspect" boolean DEFAULT false NOT NULL,
	"sequence" bigint,
	"previous_sha256" text,
	"record_sha256" text,
	"view" text,
	"recorded_match" jsonb,
	"image_key" text,
	"image_content_type" text,
	"image_sha256" text,
	"image_original_sha256" text,
	"image_size_bytes" integer,
	"image_width" integer,
	"image_height" integer,
	"image_reduced" boolean DEFAULT false NOT NULL,
	"visualization_key" text,
	"visualization_content_type" text,
	"visualization_sha256" text,
	"visualization_size_bytes" integer,
	"image_deleted_at" timestamp (3) with time zone,
	"thumbnail_key" text,
	"thumbnail_sha256" text,
	"thumbnail_size_bytes" integer,
	"added_count" integer DEFAULT 0 NOT NULL,
	"created_by_id" text
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "scans_1" PARTITION OF "scans" FOR VALUES FROM (minvalue) TO (maxvalue);
--> statement-breakpoint
CREATE TABLE "evidence" (
	"id" text PRIMARY KEY NOT NULL,
	"container_id" text NOT NULL,
	"visit_id" text NOT NULL,
	"uploader_id" text NOT NULL,
	"note" text,
	"source" text NOT NULL,
	"detections" jsonb NOT NULL,
	"model_name" text,
	"model_version" text,
	"inference_ms" double precision,
	"camera_id" text,
	"device_id" text,
	"user_email" text,
	"timestamp" timestamp (3) with time zone NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"clock_suspect" boolean DEFAULT false NOT NULL,
	"sequence" bigint,
	"previous_sha256" text,
	"record_sha256" text,
	"image_key" text NOT NULL,
	"image_content_type" text NOT NULL,
	"image_sha256" text NOT NULL,
	"image_original_sha256" text NOT NULL,
	"image_size_bytes" integer NOT NULL,
	"image_width" integer NOT NULL,
	"image_height" integer NOT NULL,
	"image_reduced" boolean DEFAULT false NOT NULL,
	"visualization_key" text,
	"visualization_content_type" text,
	"visualization_sha256" text,
	"visualization_size_bytes" integer,
	"image_deleted_at" timestamp (3) with time zone,
	"thumbnail_key" text NOT NULL,
	"thumbnail_sha256" text NOT NULL,
	"thumbnail_size_bytes" integer NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"deleted_by_id" text
);
--> statement-breakpoint
CREATE TABLE "escalation_viewers" (
	"escalation_id" text NOT NULL,
	"user_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "escalation_viewers_escalation_id_user_id_pk" PRIMARY KEY("escalation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "escalations" (
	"id" text PRIMARY KEY NOT NULL,
	"container_id" text NOT NULL,
	"visit_id" text NOT NULL,
	"about_visit_ids" text[] DEFAULT '{}' NOT NULL,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"reason" text NOT NULL,
	"scan_id" text,
	"findings" jsonb NOT NULL,
	"raised_by_id" text,
	"claimed_by_id" text,
	"claimed_at" timestamp (3) with time zone,
	"decision" text,
	"decision_reason" text,
	"resolved_by_id" text,
	"resolved_at" timestamp (3) with time zone,
	"decided_on" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statistic_marks" (
	"bucket" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statistics" (
	"bucket" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"camera_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"count" integer NOT NULL,
	"seconds" integer[],
	CONSTRAINT "statistics_bucket_kind_name_camera_id_owner_id_pk" PRIMARY KEY("bucket","kind","name","camera_id","owner_id")
);
--> statement-breakpoint
CREATE TABLE "category_maps" (
	"version" integer PRIMARY KEY NOT NULL,
	"map" jsonb NOT NULL,
	"note" text,
	"created_by_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "camera_drifts" (
	"camera_id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"model" jsonb NOT NULL,
	"measures" jsonb NOT NULL,
	"classes" jsonb NOT NULL,
	"pictures" jsonb NOT NULL,
	"reported_at" timestamp (3) with time zone NOT NULL,
	"compared_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "cameras" (
	"camera_id" text PRIMARY KEY NOT NULL,
	"name" text,
	"position" text,
	"view" text,
	"lane_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edge_configurations" (
	"device_id" text PRIMARY KEY NOT NULL,
	"configuration" text NOT NULL,
	"missing" jsonb NOT NULL,
	"sha256" text NOT NULL,
	"agent_version" text,
	"reported_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edge_devices" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"note" text,
	"source" text NOT NULL,
	"reported_id" text,
	"agent_version" text,
	"last_seen_at" timestamp (3) with time zone,
	"silent_since" timestamp (3) with time zone,
	"disk_low_since" timestamp (3) with time zone,
	"clock_off_since" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"heartbeat" jsonb,
	"heartbeat_at" timestamp (3) with time zone,
	"clock_skew_ms" bigint,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "edge_join_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"created_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "edge_keys" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"hint" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "edge_watch" (
	"id" integer PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_look_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lanes" (
	"id" text PRIMARY KEY NOT NULL,
	"site_id" text NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seen_cameras" (
	"camera_id" text PRIMARY KEY NOT NULL,
	"device_id" text,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"last_event" jsonb,
	"last_event_ordered_at" timestamp (3) with time zone,
	"last_scan_at" timestamp (3) with time zone,
	"announced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "shifts" (
	"id" text PRIMARY KEY NOT NULL,
	"lane_id" text NOT NULL,
	"operator_id" text NOT NULL,
	"taken_by_id" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"ended_by_id" text,
	"reported_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sites" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "watched_cameras" (
	"camera_id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"watched_until" timestamp (3) with time zone NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"image" text,
	"details" jsonb,
	"taken_at" timestamp (3) with time zone,
	"absence" text
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"manifest" jsonb NOT NULL,
	"signed_by" text NOT NULL,
	"sha256" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"uploaded_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "roll_out_comparisons" (
	"roll_out_id" text NOT NULL,
	"device_id" text NOT NULL,
	"comparison" jsonb NOT NULL,
	CONSTRAINT "roll_out_comparisons_roll_out_id_device_id_pk" PRIMARY KEY("roll_out_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "roll_outs" (
	"id" text PRIMARY KEY NOT NULL,
	"release_id" text NOT NULL,
	"site_ids" jsonb NOT NULL,
	"device_ids" jsonb NOT NULL,
	"canary_ids" jsonb NOT NULL,
	"stage" text NOT NULL,
	"state" text NOT NULL,
	"note" text,
	"created_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_breaks" (
	"id" text PRIMARY KEY NOT NULL,
	"problem" text NOT NULL,
	"edge_device_id" text,
	"key_device_id" text,
	"device_id" text NOT NULL,
	"camera_id" text NOT NULL,
	"kind" text NOT NULL,
	"sequence" bigint NOT NULL,
	"record_id" text NOT NULL,
	"detected_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "claimed_names" (
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"edge_device_id" text NOT NULL,
	"claimed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "claimed_names_kind_name_pk" PRIMARY KEY("kind","name")
);
--> statement-breakpoint
CREATE TABLE "record_links" (
	"record_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"device_id" text NOT NULL,
	"camera_id" text NOT NULL,
	"sequence" bigint NOT NULL,
	"record_sha256" text NOT NULL,
	"previous_sha256" text,
	"chain_text" text NOT NULL,
	"signature" text,
	"signature_state" text NOT NULL,
	"signing_key" text,
	"edge_device_id" text,
	"key_device_id" text,
	"is_foreign" boolean DEFAULT false NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"is_linked" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"device_id" text NOT NULL,
	"public_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"registered_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "incident_recipients" (
	"incident_id" bigint NOT NULL,
	"user_id" text NOT NULL,
	"begin_mailed_at" timestamp (3) with time zone,
	"end_mailed_at" timestamp (3) with time zone,
	CONSTRAINT "incident_recipients_incident_id_user_id_pk" PRIMARY KEY("incident_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"device_id" text,
	"camera_id" text,
	"detail" text,
	"began_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"placed_at" timestamp (3) with time zone,
	"name" text,
	"site_ids" text[] DEFAULT '{}' NOT NULL,
	"lane_ids" text[] DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" text PRIMARY KEY NOT NULL,
	"alerts" text[] NOT NULL,
	"site_ids" text[],
	"shift_reports" text NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "devices" (
	"device_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"platform" text NOT NULL,
	"push_token" text NOT NULL,
	"app_version" text NOT NULL,
	"device_model" text NOT NULL,
	"is_active" boolean NOT NULL,
	"last_active_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "devices_push_token_unique" UNIQUE("push_token")
);
--> statement-breakpoint
CREATE TABLE "email_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"html" text,
	"link" text,
	"link_expires_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "push_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"notice_id" text NOT NULL,
	"channel" text DEFAULT 'fcm' NOT NULL,
	"device_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"data" jsonb NOT NULL,
	"collapse_key" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"name" text NOT NULL,
	"last_active_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "webhook_cursor" (
	"id" smallint PRIMARY KEY NOT NULL,
	"event_xid" "xid8" NOT NULL,
	"event_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"webhook_id" text NOT NULL,
	"type" text NOT NULL,
	"payload" text NOT NULL,
	"traceparent" text,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"earlier_attempts" integer DEFAULT 0 NOT NULL,
	"last_status_code" smallint,
	"last_error" text,
	"next_attempt_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" text PRIMARY KEY NOT NULL,
	"url" text NOT NULL,
	"description" text,
	"events" text[] NOT NULL,
	"secret" text NOT NULL,
	"previous_secret" text,
	"previous_secret_ends_at" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text,
	"failing_since" timestamp (3) with time zone,
	"created_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text,
	"actor_name" text NOT NULL,
	"action" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"request_id" text
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "audit_log_1" PARTITION OF "audit_log" FOR VALUES FROM (minvalue) TO (maxvalue);
--> statement-breakpoint
CREATE TABLE "live_events" (
	"xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "live_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"container_id" text,
	"data" jsonb NOT NULL,
	"traceparent" text,
	CONSTRAINT "live_events_xid_id_pk" PRIMARY KEY("xid","id")
);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts" (
	"route" text NOT NULL,
	"key" text NOT NULL,
	"request_sha256" text NOT NULL,
	"status" smallint NOT NULL,
	"reply" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_receipts_route_key_pk" PRIMARY KEY("route","key")
) PARTITION BY HASH ("key");
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_0" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 0);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_1" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 1);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_2" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 2);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_3" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 3);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_4" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 4);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_5" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 5);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_6" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 6);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_7" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 7);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_8" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 8);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_9" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 9);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_10" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 10);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_11" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 11);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_12" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 12);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_13" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 13);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_14" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 14);
--> statement-breakpoint
CREATE TABLE "idempotency_receipts_15" PARTITION OF "idempotency_receipts" FOR VALUES WITH (MODULUS 16, REMAINDER 15);
--> statement-breakpoint
CREATE TABLE "maintenance_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"lease_ends_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"outcome" jsonb
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "invites" ADD CONSTRAINT "invites_invited_by_id_users_id_fk" FOREIGN KEY ("invited_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "link_tokens" ADD CONSTRAINT "link_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "containers" ADD CONSTRAINT "containers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "containers" ADD CONSTRAINT "containers_manifest_id_manifests_id_fk" FOREIGN KEY ("manifest_id") REFERENCES "public"."manifests"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_container_id_containers_id_fk" FOREIGN KEY ("container_id") REFERENCES "public"."containers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "visits" ADD CONSTRAINT "visits_opened_by_id_users_id_fk" FOREIGN KEY ("opened_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "manifest_versions" ADD CONSTRAINT "manifest_versions_manifest_id_manifests_id_fk" FOREIGN KEY ("manifest_id") REFERENCES "public"."manifests"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "manifests" ADD CONSTRAINT "manifests_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "detection_verdicts" ADD CONSTRAINT "detection_verdicts_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "detection_verdicts" ADD CONSTRAINT "detection_verdicts_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_container_id_containers_id_fk" FOREIGN KEY ("container_id") REFERENCES "public"."containers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_container_id_containers_id_fk" FOREIGN KEY ("container_id") REFERENCES "public"."containers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "evidence" ADD CONSTRAINT "evidence_deleted_by_id_users_id_fk" FOREIGN KEY ("deleted_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "escalation_viewers" ADD CONSTRAINT "escalation_viewers_escalation_id_escalations_id_fk" FOREIGN KEY ("escalation_id") REFERENCES "public"."escalations"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "escalation_viewers" ADD CONSTRAINT "escalation_viewers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_container_id_containers_id_fk" FOREIGN KEY ("container_id") REFERENCES "public"."containers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_raised_by_id_users_id_fk" FOREIGN KEY ("raised_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_claimed_by_id_users_id_fk" FOREIGN KEY ("claimed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_resolved_by_id_users_id_fk" FOREIGN KEY ("resolved_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "category_maps" ADD CONSTRAINT "category_maps_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "replay_changes" ADD CONSTRAINT "replay_changes_replay_id_replays_id_fk" FOREIGN KEY ("replay_id") REFERENCES "public"."replays"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "replay_changes" ADD CONSTRAINT "replay_changes_visit_id_visits_id_fk" FOREIGN KEY ("visit_id") REFERENCES "public"."visits"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_rule_set_version_rule_sets_version_fk" FOREIGN KEY ("rule_set_version") REFERENCES "public"."rule_sets"("version") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "replays" ADD CONSTRAINT "replays_started_by_id_users_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "rule_sets" ADD CONSTRAINT "rule_sets_proposed_by_id_users_id_fk" FOREIGN KEY ("proposed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "rule_sets" ADD CONSTRAINT "rule_sets_activated_by_id_users_id_fk" FOREIGN KEY ("activated_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "camera_drifts" ADD CONSTRAINT "camera_drifts_device_id_edge_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "camera_faults" ADD CONSTRAINT "camera_faults_device_id_edge_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "cameras" ADD CONSTRAINT "cameras_lane_id_lanes_id_fk" FOREIGN KEY ("lane_id") REFERENCES "public"."lanes"("id") ON DELETE set null ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edge_configurations" ADD CONSTRAINT "edge_configurations_device_id_edge_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edge_join_codes" ADD CONSTRAINT "edge_join_codes_device_id_edge_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edge_join_codes" ADD CONSTRAINT "edge_join_codes_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "edge_keys" ADD CONSTRAINT "edge_keys_device_id_edge_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "lanes" ADD CONSTRAINT "lanes_site_id_sites_id_fk" FOREIGN KEY ("site_id") REFERENCES "public"."sites"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_lane_id_lanes_id_fk" FOREIGN KEY ("lane_id") REFERENCES "public"."lanes"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_operator_id_users_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_taken_by_id_users_id_fk" FOREIGN KEY ("taken_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "shifts" ADD CONSTRAINT "shifts_ended_by_id_users_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_uploaded_by_id_users_id_fk" FOREIGN KEY ("uploaded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "roll_out_comparisons" ADD CONSTRAINT "roll_out_comparisons_roll_out_id_roll_outs_id_fk" FOREIGN KEY ("roll_out_id") REFERENCES "public"."roll_outs"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "roll_out_comparisons" ADD CONSTRAINT "roll_out_comparisons_device_id_edge_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "roll_outs" ADD CONSTRAINT "roll_outs_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "roll_outs" ADD CONSTRAINT "roll_outs_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "claimed_names" ADD CONSTRAINT "claimed_names_edge_device_id_edge_devices_id_fk" FOREIGN KEY ("edge_device_id") REFERENCES "public"."edge_devices"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "incident_recipients" ADD CONSTRAINT "incident_recipients_incident_id_incidents_id_fk" FOREIGN KEY ("incident_id") REFERENCES "public"."incidents"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "incident_recipients" ADD CONSTRAINT "incident_recipients_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "devices" ADD CONSTRAINT "devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "identities_user" ON "identities" USING btree ("user_id","issuer");
--> statement-breakpoint
CREATE INDEX "invites_email" ON "invites" USING btree ("email");
--> statement-breakpoint
CREATE INDEX "link_tokens_user" ON "link_tokens" USING btree ("user_id","purpose");
--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("user_id","name");
--> statement-breakpoint
CREATE INDEX "second_factors_user" ON "second_factors" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "second_factors_app" ON "second_factors" USING btree ("user_id") WHERE kind = 'totp';
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "sign_in_challenges_user" ON "sign_in_challenges" USING btree ("user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "containers_number" ON "containers" USING btree ("number_key") WHERE deleted_at is null;
--> statement-breakpoint
CREATE INDEX "containers_former_number" ON "containers" USING gin ("former_number_keys") WHERE former_number_keys <> '{}';
--> statement-breakpoint
CREATE INDEX "containers_number_part" ON "containers" USING gin (number_key gin_trgm_ops,short_grams(number_key));
--> statement-breakpoint
CREATE INDEX "containers_id_drift" ON "containers" USING btree ("created_at","id") WHERE not (id >= lpad(to_hex((extract(epoch from (created_at - to_timestamp(0))) * 1000)::bigint - 600000), 12, '0') and id < lpad(to_hex((extract(epoch from (created_at - to_timestamp(0))) * 1000)::bigint + 600000), 12, '0'));
--> statement-breakpoint
CREATE INDEX "containers_owner" ON "containers" USING btree ("owner_id","id");
--> statement-breakpoint
CREATE INDEX "containers_owner_manifest" ON "containers" USING btree ("owner_id","manifest_id") WHERE manifest_id is not null;
--> statement-breakpoint
CREATE INDEX "containers_further_manifests" ON "containers" USING gin ("further_manifest_ids") WHERE further_manifest_ids <> '{}';
--> statement-breakpoint
CREATE INDEX "containers_owner_further_manifests" ON "containers" USING btree ("owner_id") WHERE further_manifest_ids <> '{}';
--> statement-breakpoint
CREATE INDEX "containers_visit" ON "containers" USING btree ("visit_id");
--> statement-breakpoint
CREATE INDEX "containers_status" ON "containers" USING btree ("status","id");
--> statement-breakpoint
CREATE INDEX "containers_size_type" ON "containers" USING btree ("size_type","id");
--> statement-breakpoint
CREATE INDEX "containers_merged_number" ON "containers" USING btree ("number_key","merged_at") WHERE merged_into_id is not null;
--> statement-breakpoint
CREATE INDEX "containers_merged_into" ON "containers" USING btree ("merged_into_id") WHERE merged_into_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "visits_number" ON "visits" USING btree ("container_id","number");
--> statement-breakpoint
CREATE INDEX "visits_manifest" ON "visits" USING btree ("manifest_id");
--> statement-breakpoint
CREATE INDEX "visits_opened" ON "visits" USING btree ("opened_at");
--> statement-breakpoint
CREATE INDEX "visits_activity" ON "visits" USING btree (coalesce(last_write_at, opened_at),"container_id") WHERE joined_into_id is null;
--> statement-breakpoint
CREATE INDEX "visits_further_manifests" ON "visits" USING gin ("further_manifest_ids") WHERE further_manifest_ids <> '{}';
--> statement-breakpoint
CREATE INDEX "manifests_number" ON "manifests" USING btree ("number_key");
--> statement-breakpoint
CREATE INDEX "manifests_number_part" ON "manifests" USING gin (number_key gin_trgm_ops,short_grams(number_key));
--> statement-breakpoint
CREATE INDEX "manifests_bill_part" ON "manifests" USING gin (bill_of_lading gin_trgm_ops,short_grams(lower(bill_of_lading)));
--> statement-breakpoint
CREATE INDEX "manifests_goods_part" ON "manifests" USING gin ((jsonb_path_query_array(declared_goods, '$[*].description')::text) gin_trgm_ops,short_grams("left"(lower(jsonb_path_query_array(declared_goods, '$[*].description')::text), 1000)));
--> statement-breakpoint
CREATE INDEX "manifests_created_by" ON "manifests" USING btree ("created_by_id","id");
--> statement-breakpoint
CREATE INDEX "manifests_bill_of_lading" ON "manifests" USING btree ("bill_of_lading");
--> statement-breakpoint
CREATE INDEX "manifests_status" ON "manifests" USING btree ("status","id");
--> statement-breakpoint
CREATE INDEX "scans_container" ON "scans" USING btree ("container_id","id");
--> statement-breakpoint
CREATE INDEX "scans_visit" ON "scans" USING btree ("container_id","visit_id",(case when clock_suspect then received_at else "timestamp" end));
--> statement-breakpoint
CREATE INDEX "scans_taken" ON "scans" USING btree ((case when clock_suspect then received_at else "timestamp" end));
--> statement-breakpoint
CREATE INDEX "scans_camera" ON "scans" USING btree ("camera_id","container_id");
--> statement-breakpoint
CREATE INDEX "scans_classes" ON "scans" USING gin (jsonb_path_query_array(summary, '$[*].className') jsonb_path_ops);
--> statement-breakpoint
CREATE INDEX "scans_verdict" ON "scans" USING btree ((recorded_match -> 'match' ->> 'lane'),"container_id") WHERE recorded_match is not null;
--> statement-breakpoint
CREATE INDEX "scans_pending" ON "scans" USING btree ("id") WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX "scans_kept_pictures" ON "scans" USING btree ("id") WHERE image_deleted_at is null and image_key is not null;
--> statement-breakpoint
CREATE INDEX "evidence_container" ON "evidence" USING btree ("container_id","id");
--> statement-breakpoint
CREATE INDEX "evidence_kept_pictures" ON "evidence" USING btree ("id") WHERE image_deleted_at is null and deleted_at is null;
--> statement-breakpoint
CREATE INDEX "escalation_viewers_seen" ON "escalation_viewers" USING btree ("seen_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "escalations_one_open" ON "escalations" USING btree ("container_id") WHERE state <> 'RESOLVED';
--> statement-breakpoint
CREATE INDEX "escalations_container" ON "escalations" USING btree ("container_id","id");
--> statement-breakpoint
CREATE INDEX "escalations_state" ON "escalations" USING btree ("state","id");
--> statement-breakpoint
CREATE INDEX "escalations_created" ON "escalations" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "escalations_resolved" ON "escalations" USING btree ("resolved_at");
--> statement-breakpoint
CREATE INDEX "escalations_claimed_by" ON "escalations" USING btree ("claimed_by_id","id");
--> statement-breakpoint
CREATE INDEX "escalations_reasons_part" ON "escalations" USING gin ((reason || ' ' || coalesce(decision_reason, '')) gin_trgm_ops,short_grams("left"(lower(reason || ' ' || coalesce(decision_reason, '')), 1000)));
--> statement-breakpoint
CREATE INDEX "statistics_owner" ON "statistics" USING btree ("owner_id","bucket");
--> statement-breakpoint
CREATE INDEX "replays_rule_set" ON "replays" USING btree ("rule_set_version","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "replays_one_running" ON "replays" USING btree ("rule_set_version") WHERE state = 'running';
--> statement-breakpoint
CREATE UNIQUE INDEX "rule_sets_one_active" ON "rule_sets" USING btree (coalesce(site_id, '')) WHERE state = 'active';
--> statement-breakpoint
CREATE INDEX "rule_sets_site" ON "rule_sets" USING btree ("site_id","version");
--> statement-breakpoint
CREATE INDEX "camera_drifts_device" ON "camera_drifts" USING btree ("device_id");
--> statement-breakpoint
CREATE INDEX "cameras_lane" ON "cameras" USING btree ("lane_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "edge_devices_shared_key" ON "edge_devices" USING btree ("reported_id") WHERE source = 'shared-key';
--> statement-breakpoint
CREATE INDEX "edge_join_codes_device" ON "edge_join_codes" USING btree ("device_id");
--> statement-breakpoint
CREATE INDEX "edge_keys_device" ON "edge_keys" USING btree ("device_id");
--> statement-breakpoint
CREATE INDEX "lanes_site" ON "lanes" USING btree ("site_id","position");
--> statement-breakpoint
CREATE INDEX "shifts_lane" ON "shifts" USING btree ("lane_id","ends_at");
--> statement-breakpoint
CREATE INDEX "shifts_ends_at" ON "shifts" USING btree ("ends_at");
--> statement-breakpoint
CREATE INDEX "shifts_operator" ON "shifts" USING btree ("operator_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "releases_version" ON "releases" USING btree ("kind","name","version");
--> statement-breakpoint
CREATE INDEX "roll_outs_state" ON "roll_outs" USING btree ("state","id");
--> statement-breakpoint
CREATE INDEX "roll_outs_release" ON "roll_outs" USING btree ("release_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "chain_breaks_record" ON "chain_breaks" USING btree ("record_id","problem");
--> statement-breakpoint
CREATE INDEX "chain_breaks_device" ON "chain_breaks" USING btree ("edge_device_id","id");
--> statement-breakpoint
CREATE INDEX "chain_breaks_open" ON "chain_breaks" USING btree ("device_id","problem") WHERE closed_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "chain_breaks_senders" ON "chain_breaks" USING btree ("problem","key_device_id") WHERE closed_at is null and problem in ('missing-signature', 'invalid-signature', 'foreign-device') and key_device_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "chain_breaks_signatures" ON "chain_breaks" USING btree ("device_id","problem") WHERE closed_at is null and problem in ('missing-signature', 'invalid-signature', 'foreign-device') and key_device_id is null;
--> statement-breakpoint
CREATE INDEX "claimed_names_device" ON "claimed_names" USING btree ("edge_device_id");
--> statement-breakpoint
CREATE INDEX "record_links_hash" ON "record_links" USING btree ("record_sha256");
--> statement-breakpoint
CREATE INDEX "record_links_previous" ON "record_links" USING btree ("previous_sha256");
--> statement-breakpoint
CREATE INDEX "record_links_device" ON "record_links" USING btree ("edge_device_id","received_at");
--> statement-breakpoint
CREATE INDEX "record_links_taken" ON "record_links" USING btree ("edge_device_id","taken_at");
--> statement-breakpoint
CREATE INDEX "record_links_chain" ON "record_links" USING btree ("device_id","camera_id","kind","sequence");
--> statement-breakpoint
CREATE INDEX "record_links_unlinked" ON "record_links" USING btree ("received_at") WHERE not is_linked;
--> statement-breakpoint
CREATE INDEX "signing_keys_device" ON "signing_keys" USING btree ("device_id","registered_at");
--> statement-breakpoint
CREATE UNIQUE INDEX "signing_keys_current" ON "signing_keys" USING btree ("device_id") WHERE replaced_at is null;
--> statement-breakpoint
CREATE INDEX "incident_recipients_open" ON "incident_recipients" USING btree ("user_id","incident_id") WHERE end_mailed_at is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_open" ON "incidents" USING btree ("kind","subject") WHERE ended_at is null;
--> statement-breakpoint
CREATE INDEX "incidents_unplaced" ON "incidents" USING btree ("id") WHERE placed_at is null;
--> statement-breakpoint
CREATE INDEX "incidents_ended_at" ON "incidents" USING btree ("ended_at");
--> statement-breakpoint
CREATE INDEX "devices_user" ON "devices" USING btree ("user_id","last_active_at");
--> statement-breakpoint
CREATE INDEX "email_jobs_status" ON "email_jobs" USING btree ("status","id");
--> statement-breakpoint
CREATE INDEX "email_jobs_recipient" ON "email_jobs" USING btree ("recipient","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "push_deliveries_notice" ON "push_deliveries" USING btree ("notice_id","device_id");
--> statement-breakpoint
CREATE INDEX "push_deliveries_status" ON "push_deliveries" USING btree ("status","id");
--> statement-breakpoint
CREATE INDEX "push_deliveries_device" ON "push_deliveries" USING btree ("device_id","id");
--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id","last_active_at");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_webhook" ON "webhook_deliveries" USING btree ("webhook_id","id");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_status" ON "webhook_deliveries" USING btree ("webhook_id","status","id");
--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("webhook_id","next_attempt_at") WHERE status = 'pending';
--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_type","subject_id","id");
--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "audit_log_actor_type" ON "audit_log" USING btree ("actor_type","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "audit_log_actor_name" ON "audit_log" USING btree ("actor_name","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id");
--> statement-breakpoint
CREATE INDEX "audit_log_subject_type" ON "audit_log" USING btree ("subject_type","id");
--> statement-breakpoint
CREATE INDEX "audit_log_id_drift" ON "audit_log" USING btree ("at","id") WHERE not (id >= lpad(to_hex((extract(epoch from (at - to_timestamp(0))) * 1000)::bigint - 600000), 12, '0') and id < lpad(to_hex((extract(epoch from (at - to_timestamp(0))) * 1000)::bigint + 600000), 12, '0'));
--> statement-breakpoint
CREATE INDEX "audit_log_manifest_before" ON "audit_log" USING btree ((before ->> 'manifestId')) WHERE before ->> 'manifestId' is not null;
--> statement-breakpoint
CREATE INDEX "audit_log_manifest_after" ON "audit_log" USING btree ((after ->> 'manifestId')) WHERE after ->> 'manifestId' is not null;
--> statement-breakpoint
-- More values to compare a part with, so that the planner knows how rare it is.
ALTER TABLE "containers" ALTER COLUMN "number_key" SET STATISTICS 1000;
--> statement-breakpoint
ALTER TABLE "manifests" ALTER COLUMN "number_key" SET STATISTICS 1000;
--> statement-breakpoint
ALTER TABLE "manifests" ALTER COLUMN "bill_of_lading" SET STATISTICS 1000;
--> statement-breakpoint
-- More values to compare a part with, so that the planner knows how rare it is.
ALTER INDEX "manifests_goods_part" ALTER COLUMN 1 SET STATISTICS 1000;
--> statement-breakpoint
ALTER INDEX "escalations_reasons_part" ALTER COLUMN 1 SET STATISTICS 1000;
--> statement-breakpoint
-- So that the planner knows which kinds of entries never occur together, and does not walk the log for them.
CREATE STATISTICS "audit_log_kinds" (mcv) ON "actor_type", "action", "subject_type" FROM "audit_log";
--> statement-breakpoint
CREATE STATISTICS "audit_log_1_kinds" (mcv) ON "actor_type", "action", "subject_type" FROM "audit_log_1";
--> statement-breakpoint
ALTER TABLE "watched_cameras" ALTER COLUMN "image" SET STORAGE EXTERNAL;
--> statement-breakpoint
-- Stream events and their rollups, partitioned by UTC day. A day's partition is made when it is first needed
-- (src/fleet/tracking/partition-store.ts); rows without one lie in the default partition. Retention drops whole days.
CREATE TABLE "tracking_events" (
  "device_id" text COLLATE "C" NOT NULL,
  "session_id" text COLLATE "C" NOT NULL,
  "occurred_at" timestamp (3) with time zone NOT NULL,
  "event_id" text COLLATE "C" NOT NULL,
  "camera_id" text COLLATE "C" NOT NULL,
  "tracking_id" integer NOT NULL,
  "event_type" text NOT NULL,
  "class_name" text NOT NULL,
  "confidence" double precision NOT NULL,
  "x1" integer NOT NULL,
  "y1" integer NOT NULL,
  "x2" integer NOT NULL,
  "y2" integer NOT NULL,
  "received_at" timestamp (3) with time zone NOT NULL,
  PRIMARY KEY ("camera_id", "occurred_at", "device_id", "session_id", "event_id")
) PARTITION BY RANGE ("occurred_at");
--> statement-breakpoint
CREATE TABLE "tracking_events_default" PARTITION OF "tracking_events" DEFAULT;
--> statement-breakpoint
CREATE TABLE "tracking_rollups" (
  "camera_id" text COLLATE "C" NOT NULL,
  "width_seconds" integer NOT NULL,
  "bucket" timestamp (3) with time zone NOT NULL,
  "device_id" text COLLATE "C" NOT NULL,
  "session_id" text COLLATE "C" NOT NULL,
  "tracking_id" integer NOT NULL,
  "event_count" integer NOT NULL,
  "first_seen" timestamp (3) with time zone NOT NULL,
  "last_seen" timestamp (3) with time zone NOT NULL,
  "event_id" text COLLATE "C" NOT NULL,
  "class_name" text NOT NULL,
  "confidence" double precision NOT NULL,
  "x1" integer NOT NULL,
  "y1" integer NOT NULL,
  "x2" integer NOT NULL,
  "y2" integer NOT NULL,
  "received_at" timestamp (3) with time zone NOT NULL,
  PRIMARY KEY ("camera_id", "width_seconds", "bucket", "device_id", "session_id", "tracking_id")
) PARTITION BY RANGE ("bucket");
--> statement-breakpoint
CREATE TABLE "tracking_rollups_default" PARTITION OF "tracking_rollups" DEFAULT;
--> statement-breakpoint
-- The first replies to keys of stream events, kept as long as the events beside which they lie, in partitions of the same days
-- (src/fleet/tracking/partition-store.ts).
CREATE TABLE "stream_event_receipts" (
  "camera_id" text COLLATE "C" NOT NULL,
  "key" text COLLATE "C" NOT NULL,
  "day" timestamp (3) with time zone NOT NULL,
  "request_sha256" bytea NOT NULL,
  "reply" jsonb NOT NULL,
  "received_at" timestamp (3) with time zone NOT NULL,
  PRIMARY KEY ("camera_id", "key", "day")
) PARTITION BY RANGE ("day");
--> statement-breakpoint
CREATE TABLE "stream_event_receipts_default" PARTITION OF "stream_event_receipts" DEFAULT;
--> statement-breakpoint
CREATE FUNCTION statistics_bucket(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$ select date_bin('15 minutes', at, to_timestamp(0)) $$;
--> statement-breakpoint
-- Marks the quarters of these times as changed.
CREATE FUNCTION mark_statistics(VARIADIC times timestamptz[]) RETURNS void LANGUAGE sql
  AS $$ insert into statistic_marks (bucket) select distinct statistics_bucket(at) from unnest(times) at where at is not null $$;
--> statement-breakpoint
-- Escalations and decisions count at the camera that saw their visit first, which a late scan may change.
CREATE FUNCTION mark_statistics_of_decisions(container text, visit text) RETURNS void LANGUAGE sql AS $$
  insert into statistic_marks (bucket) select distinct statistics_bucket(at)
  from escalations cross join lateral (values (created_at), (resolved_at)) times (at)
  where container_id = container and visit_id = visit and at is not null $$;
--> statement-breakpoint
-- A scan counts when it was taken, and decides what its visit counts as.
CREATE FUNCTION mark_statistics_of_scan() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op <> 'INSERT' then
    perform mark_statistics(case when old.clock_suspect then old.received_at else old.timestamp end,
      (select opened_at from visits where id = old.visit_id));
    perform mark_statistics_of_decisions(old.container_id, old.visit_id);
  end if;
  if tg_op <> 'DELETE' then
    perform mark_statistics(case when new.clock_suspect then new.received_at else new.timestamp end,
      (select opened_at from visits where id = new.visit_id));
    perform mark_statistics_of_decisions(new.container_id, new.visit_id);
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER scans_statistics AFTER INSERT OR DELETE ON scans FOR EACH ROW EXECUTE FUNCTION mark_statistics_of_scan();
--> statement-breakpoint
CREATE TRIGGER scans_statistics_change AFTER UPDATE ON scans FOR EACH ROW
  WHEN ((old.status, old.container_id, old.visit_id, old.camera_id, old.recorded_match, old.detections)
    is distinct from (new.status, new.container_id, new.visit_id, new.camera_id, new.recorded_match, new.detections))
  EXECUTE FUNCTION mark_statistics_of_scan();
--> statement-breakpoint
CREATE FUNCTION mark_statistics_of_visit() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op <> 'INSERT' then perform mark_statistics(old.opened_at); end if;
  if tg_op <> 'DELETE' then perform mark_statistics(new.opened_at); end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER visits_statistics AFTER INSERT OR DELETE ON visits FOR EACH ROW EXECUTE FUNCTION mark_statistics_of_visit();
--> statement-breakpoint
CREATE TRIGGER visits_statistics_change AFTER UPDATE ON visits FOR EACH ROW
  WHEN ((old.opened_at, old.container_id, old.joined_into_id, old.status, old.category_scan)
    is distinct from (new.opened_at, new.container_id, new.joined_into_id, new.status, new.category_scan))
  EXECUTE FUNCTION mark_statistics_of_visit();
--> statement-breakpoint
-- Of another owner or deleted: all that is counted of it moves or goes. Otherwise only its current visit changes.
CREATE FUNCTION mark_statistics_of_container() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if (old.owner_id, old.deleted_at) is distinct from (new.owner_id, new.deleted_at) then
    insert into statistic_marks (bucket) select distinct statistics_bucket(at) from (
      select case when clock_suspect then received_at else timestamp end as at from scans where container_id = new.id
      union all select opened_at from visits where container_id = new.id
      union all select created_at from escalations where container_id = new.id
      union all select resolved_at from escalations where container_id = new.id) times where at is not null;
  else
    insert into statistic_marks (bucket) select distinct statistics_bucket(opened_at) from visits where id in (old.visit_id, new.visit_id);
  end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER containers_statistics AFTER UPDATE ON containers FOR EACH ROW
  WHEN ((old.owner_id, old.deleted_at, old.status, old.visit_id) is distinct from (new.owner_id, new.deleted_at, new.status, new.visit_id))
  EXECUTE FUNCTION mark_statistics_of_container();
--> statement-breakpoint
CREATE FUNCTION mark_statistics_of_verdict() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  perform mark_statistics(case when clock_suspect then received_at else timestamp end) from scans
    where id = coalesce(new.scan_id, old.scan_id);
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER detection_verdicts_statistics AFTER INSERT OR UPDATE OR DELETE ON detection_verdicts FOR EACH ROW
  EXECUTE FUNCTION mark_statistics_of_verdict();
--> statement-breakpoint
CREATE FUNCTION mark_statistics_of_escalation() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  if tg_op <> 'INSERT' then perform mark_statistics(old.created_at, old.resolved_at); end if;
  if tg_op <> 'DELETE' then perform mark_statistics(new.created_at, new.resolved_at); end if;
  return null;
end $$;
--> statement-breakpoint
CREATE TRIGGER escalations_statistics AFTER INSERT OR UPDATE OR DELETE ON escalations FOR EACH ROW
  EXECUTE FUNCTION mark_statistics_of_escalation();
