CREATE TABLE "detection_verdicts" (
	"scan_id" text NOT NULL,
	"index" integer NOT NULL,
	"verdict" text NOT NULL,
	"class_name" text,
	"note" text,
	"reviewer_id" text NOT NULL,
	"reviewed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "detection_verdicts_scan_id_index_pk" PRIMARY KEY("scan_id","index")
);
--> statement-breakpoint
ALTER TABLE "link_tokens" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "detection_verdicts" ADD CONSTRAINT "detection_verdicts_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "detection_verdicts" ADD CONSTRAINT "detection_verdicts_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;