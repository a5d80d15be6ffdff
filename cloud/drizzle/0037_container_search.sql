CREATE INDEX "manifests_goods_part" ON "manifests" USING gin ((jsonb_path_query_array(declared_goods, '$[*].description')::text) gin_trgm_ops,short_grams("left"(lower(jsonb_path_query_array(declared_goods, '$[*].description')::text), 1000)));--> statement-breakpoint
CREATE INDEX "escalations_reasons_part" ON "escalations" USING gin ((reason || ' ' || coalesce(decision_reason, '')) gin_trgm_ops,short_grams("left"(lower(reason || ' ' || coalesce(decision_reason, '')), 1000)));
--> statement-breakpoint
-- More values to compare a part with, so that the planner knows how rare it is.
ALTER INDEX "manifests_goods_part" ALTER COLUMN 1 SET STATISTICS 1000;
--> statement-breakpoint
ALTER INDEX "escalations_reasons_part" ALTER COLUMN 1 SET STATISTICS 1000;
--> statement-breakpoint
-- Without statistics of the new indexes, searches walk the tables until autovacuum comes by.
ANALYZE "manifests", "escalations";
