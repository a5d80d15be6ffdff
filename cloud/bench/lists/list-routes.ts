import { z } from "zod";
import { routes } from "../../src/routes.ts";

/** A list of the service: its path and the query parameters that filter it, with their values where they are few. */
export type ListRoute = { path: string; filters: Record<string, string[]> };

/** An enumeration as JSON Schema has it: in place, or by its name. */
const schemaOfEnum = z.union([
  z.object({ enum: z.array(z.string()) }),
  z.object({ $defs: z.record(z.string(), z.object({ enum: z.array(z.string()) })) }),
]);

/** The lists of the route table: every route whose query has a cursor, and what counts a list. */
export const listRoutes: ListRoute[] = routes.flatMap(({ config }) => {
  const query = config.request?.query;
  if (!(query instanceof z.ZodObject) || !("cursor" in query.shape || config.path.endsWith("/facets"))) return [];
  const shape: Record<string, z.core.$ZodType> = query.shape;
  const { limit: _limit, cursor: _cursor, ...filters } = shape;
  const values = Object.entries(filters).map(([name, schema]) => [name, enumerated(schema)] as const);
  return [{ path: config.path, filters: Object.fromEntries(values) }];
});

function enumerated(schema: z.core.$ZodType): string[] {
  const described = schemaOfEnum.safeParse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  if (!described.success) return [];
  const { data } = described;
  return "enum" in data ? data.enum : Object.values(data.$defs).flatMap((named) => named.enum);
}
