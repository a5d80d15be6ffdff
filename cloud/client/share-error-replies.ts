import { isDeepStrictEqual } from "node:util";

type Reply = {
  $ref?: string;
  description?: string;
  headers?: object;
  content?: Record<string, { schema?: { $ref?: string } }>;
};

type Operation = { responses?: Record<string, Reply> };
type Document = { paths?: object; components?: object };

/** A description of its own stands beside each reference, where OpenAPI 3.1 lets it replace this one. */
const DESCRIPTION = "An error: its `code` is one of those that the operation names";

/**
 * A copy of an OpenAPI document that describes each kind of error reply once, under `components/responses`: those of
 * the operations become references, which keep the codes of the operation as their description. The types shrink with
 * it; the service sends the document without it, since viewers drop a description that stands beside a reference.
 */
export function shareErrorReplies<Doc extends Document>(document: Doc): Doc {
  const shared: Record<string, Reply> = {};
  const copy = structuredClone(document);
  const items = Object.values<Record<string, Operation>>({ ...copy.paths });
  for (const { responses = {} } of items.flatMap((methods) => Object.values(methods)))
    for (const [status, { description, ...reply }] of Object.entries(responses)) {
      const name = Number(status) < 400 ? undefined : nameOf(reply);
      if (name === undefined) continue;
      shared[name] ??= { description: DESCRIPTION, ...reply };
      if (!isDeepStrictEqual(shared[name], { description: DESCRIPTION, ...reply }))
        throw new Error(`Two different error replies would be named ${name}: let nameOf separate them.`);
      responses[status] = { $ref: `#/components/responses/${name}`, ...(description && { description }) };
    }
  return { ...copy, components: { ...copy.components, responses: shared } };
}

/** A name made of the schema and the headers, such as `EdgeErrorWithRetryAfter`; undefined for other replies. */
function nameOf({ headers = {}, content = {} }: Reply): string | undefined {
  const [schema] = Object.values(content).map((media) => media.schema?.$ref);
  if (schema === undefined) return undefined;
  const kinds = new Set(Object.keys(headers).map((name) => name.replace(/-(Limit|Remaining|Reset|Policy)$/, "")));
  const suffix = [...kinds].map((name) => name.replaceAll("-", "")).join("And");
  return `${schema.replace("#/components/schemas/", "")}${suffix && `With${suffix}`}`;
}
