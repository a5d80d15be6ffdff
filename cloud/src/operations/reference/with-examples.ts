import type { OpenApiDocument } from "../../platform/http/openapi-document.ts";
import recorded from "./examples.json" with { type: "json" };

type Example = { request?: unknown; status: number; reply?: unknown };
type Schema = {
  $ref?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  type?: string;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  examples?: unknown[];
};

/** The document with a recorded request and reply of each operation, and an example of each named schema in them. */
export function withExamples(document: OpenApiDocument): OpenApiDocument {
  const described = structuredClone(document);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of JSON Schema, this reads what is above
  const schemas = (described.components?.schemas ?? {}) as Record<string, Schema>;
  for (const [route, example] of Object.entries<Example>(recorded)) {
    const [method = "", place = ""] = route.split(" ");
    const item: object = described.paths?.[place] ?? {};
    const operation: unknown = Reflect.get(item, method.toLowerCase());
    for (const [at, value] of [
      [["requestBody", "content"], example.request],
      [["responses", String(example.status), "content"], example.reply],
    ] as const) {
      const media = read(operation, ...at, "application/json");
      if (value === undefined || !isObject(media)) continue;
      Reflect.set(media, "example", value);
      nameExamples(read(media, "schema") ?? {}, value, schemas);
    }
  }
  return described;
}

/** Gives each named schema on the way the first value that it describes. */
function nameExamples(schema: Schema, value: unknown, schemas: Record<string, Schema>): void {
  if (value === null) return;
  const named = schemas[schema.$ref?.replace("#/components/schemas/", "") ?? ""];
  if (named) {
    named.examples ??= [value];
    nameExamples(named, value, schemas);
  }
  for (const part of partsOf(schema)) nameExamples(part, value, schemas);
  if (Array.isArray(value)) nameExamples(schema.items ?? {}, value[0] ?? null, schemas);
  else if (isObject(value)) nameProperties(schema.properties ?? {}, value, schemas);
}

/** The schemas that a value of this one has as well. Of several kinds, it is not known which one the value is of. */
function partsOf({ allOf = [], anyOf = [], oneOf = [] }: Schema): Schema[] {
  const kinds = [...anyOf, ...oneOf].filter(({ type }) => type !== "null");
  return [...allOf, ...(kinds.length === 1 ? kinds : [])];
}

function nameProperties(properties: Record<string, Schema>, value: object, schemas: Record<string, Schema>): void {
  for (const [key, inner] of Object.entries(properties)) {
    const found: unknown = Reflect.get(value, key);
    if (found !== undefined) nameExamples(inner, found, schemas);
  }
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

function read(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((found: unknown, name) => (isObject(found) ? Reflect.get(found, name) : undefined), value);
}
