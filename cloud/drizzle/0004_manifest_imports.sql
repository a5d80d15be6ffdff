CREATE TABLE "imported_columns" (
	"user_id" text NOT NULL,
	"header" text NOT NULL,
	"column" text,
	CONSTRAINT "imported_columns_user_id_header_pk" PRIMARY KEY("user_id","header")
);
--> statement-breakpoint
CREATE TABLE "manifest_import_rows" (
	"import_id" text NOT NULL,
	"number" integer NOT NULL,
	"place" text NOT NULL,
	"outcome" text NOT NULL,
	"manifest_id" text,
	"errors" jsonb NOT NULL,
	"not_understood" jsonb NOT NULL,
	CONSTRAINT "manifest_import_rows_import_id_number_pk" PRIMARY KEY("import_id","number")
);
--> statement-breakpoint
CREATE TABLE "manifest_imports" (
	"id" text PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"is_preview" boolean NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"file_name" text,
	"content" "bytea",
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"answers" jsonb NOT NULL,
	"report" jsonb,
	"created_by_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "imported_columns" ADD CONSTRAINT "imported_columns_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifest_import_rows" ADD CONSTRAINT "manifest_import_rows_import_id_manifest_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."manifest_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "manifest_imports" ADD CONSTRAINT "manifest_imports_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "manifest_imports_file" ON "manifest_imports" USING btree ("created_by_id","sha256");--> statement-breakpoint
UPDATE "drizzle"."oldest_release" SET "migration" = 4;
