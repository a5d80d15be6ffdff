import { z } from "zod";
import { closestWord } from "./closest-word.ts";
import type { Positions } from "./positions.ts";
import { type ConfigProblem, formatPath } from "./problem.ts";

/** The part of JSON Schema that the walk along a path needs. */
type SchemaNode = {
  properties?: Record<string, SchemaNode>;
  additionalProperties?: SchemaNode | boolean;
  items?: SchemaNode | boolean;
  examples?: (string | number)[];
};

const schemaNode: z.ZodType<SchemaNode> = z.lazy(() =>
  z.object({
    properties: z.record(z.string(), schemaNode).optional(),
    additionalProperties: z.union([z.boolean(), schemaNode]).optional(),
    items: z.union([z.boolean(), schemaNode]).optional(),
    examples: z.array(z.union([z.string(), z.number()])).optional(),
  }),
);

/** Creates a guide to the keys and examples that a schema states at a path. */
export function createSchemaGuide(schema: z.ZodType) {
  const root = schemaNode.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  const nodeAt = (path: readonly PropertyKey[]): SchemaNode | undefined =>
    path.reduce<SchemaNode | undefined>((node, key) => {
      if (typeof key === "number") return typeof node?.items === "object" ? node.items : undefined;
      const { properties = {}, additionalProperties } = node ?? {};
      const name = String(key);
      if (Object.hasOwn(properties, name)) return properties[name];
      return typeof additionalProperties === "object" ? additionalProperties : undefined;
    }, root);
  return {
    keysAt: (path: readonly PropertyKey[]): string[] => Object.keys(nodeAt(path)?.properties ?? {}),
    /** An example of the value at a path as it is written; undefined where the schema gives none. */
    exampleAt: (path: readonly PropertyKey[]): string | undefined => {
      const example = nodeAt(path)?.examples?.[0];
      return example === undefined ? undefined : String(example);
    },
  };
}
type SchemaGuide = ReturnType<typeof createSchemaGuide>;

/** Turns the issues of the schema into problems with their place and fix; one per unknown key. */
export function toProblems(issues: readonly z.core.$ZodIssue[], guide: SchemaGuide, positions: Positions) {
  return issues.flatMap((issue): ConfigProblem[] => {
    if (issue.code === "unrecognized_keys") {
      return issue.keys.map((key) => unknownKey(issue.path, key, guide, positions));
    }
    const name = issue.path.at(-1);
    const example = guide.exampleAt(issue.path);
    const missing = issue.code === "invalid_type" && !positions.has(issue.path);
    return [
      {
        severity: "error",
        ...positions.ofValue(issue.path),
        path: formatPath(issue.path),
        message: missing ? "is missing" : issue.message,
        fix: example === undefined ? "" : `example: ${typeof name === "string" ? `${name}: ` : ""}${example}`,
      },
    ];
  });
}

function unknownKey(
  path: readonly PropertyKey[],
  key: string,
  guide: SchemaGuide,
  positions: Positions,
): ConfigProblem {
  const known = guide.keysAt(path);
  const meant = closestWord(key, known);
  return {
    severity: "error",
    ...positions.ofKey(path, key),
    path: formatPath([...path, key]),
    message: "is an unknown setting",
    fix: meant === undefined ? `remove it; settings of this section: ${known.join(", ")}` : `did you mean ${meant}?`,
  };
}

/** Messages for the author of the file; they do not repeat its values, which may be secret. */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === "invalid_type") {
    const found =
      issue.expected === "int" && typeof issue.input === "number" ? "a fraction" : describeType(issue.input);
    const quotes = issue.expected === "string" && typeof issue.input === "number" ? " (put it in quotes)" : "";
    return `must be ${expectedTypes[issue.expected] ?? issue.expected}, not ${found}${quotes}`;
  }
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  if (issue.code === "invalid_key") return `this name ${issue.issues[0]?.message ?? "is not allowed"}`;
  if (issue.code === "too_small") return `must be ${bound(issue.origin, "at least", issue.minimum)}`;
  if (issue.code === "too_big") return `must be ${bound(issue.origin, "at most", issue.maximum)}`;
  return undefined;
}

const expectedTypes: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  array: "a list",
  object: "a section with settings",
  record: "a section with names",
};

function describeType(value: unknown): string {
  if (value === undefined || value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a section";
  if (typeof value === "string") return "text";
  return typeof value === "number" ? "a number" : "true or false";
}

function bound(origin: string, most: string, limit: number | bigint): string {
  if (origin === "string") return limit === 1 ? "filled in" : `${most} ${limit} characters long`;
  return origin === "array" ? `a list of ${most} ${limit}` : `${most} ${limit}`;
}
