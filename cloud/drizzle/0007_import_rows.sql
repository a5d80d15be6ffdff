ALTER TABLE "manifest_import_rows" ADD COLUMN "joins" text;--> statement-breakpoint
ALTER TABLE "manifest_import_rows" ADD COLUMN "bill_of_lading" text;--> statement-breakpoint
ALTER TABLE "manifest_import_rows" ADD COLUMN "container_number" text;--> statement-breakpoint
ALTER TABLE "manifest_import_rows" ADD COLUMN "cells" jsonb;--> statement-breakpoint
UPDATE "drizzle"."oldest_release" SET "migration" = 7;
