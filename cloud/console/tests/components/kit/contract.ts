import type { operations } from "@container-inspection/client";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { inject } from "vitest";

export type OperationId = keyof operations;
/** The JSON that an operation answers with a status. */
export type ReplyOf<Id extends OperationId, Status> = Status extends keyof operations[Id]["responses"]
  ? operations[Id]["responses"][Status] extends { content: { "application/json": infer Body } }
    ? Body
    : undefined
  : never;
export type StatusOf<Id extends OperationId> = keyof operations[Id]["responses"] & number;

type Content = { "application/json"?: { schema: object } };
type Described = {
  operationId: string;
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; headers?: Record<string, object>; content?: Content }>;
};
export type Contract = {
  document: { paths: Record<string, Record<string, Described>>; components: object };
  examples: Record<string, { status: number; reply?: unknown }>;
};
export type Operation = Described & { method: string; place: string };

const { document, examples } = inject("contract");
const METHODS = new Set(["get", "post", "put", "patch", "delete"]);

export const operationsById: ReadonlyMap<string, Operation> = new Map(
  Object.entries(document.paths).flatMap(([place, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, described]) => [described.operationId, { ...described, method: method.toUpperCase(), place }]),
  ),
);

export function operationOf(id: string): Operation {
  const operation = operationsById.get(id);
  if (!operation) throw new Error(`The OpenAPI document has no operation "${id}".`);
  return operation;
}

/** The recorded reply of the reference; undefined for operations that answer with something else than JSON. */
export function recordedReply(id: string): { status: number; reply?: unknown } | undefined {
  const { method, place } = operationOf(id);
  return structuredClone(examples[`${method} ${place}`]);
}

/** A copy of the recorded reply, which a test can change. */
export function exampleOf<Id extends OperationId, Status extends StatusOf<Id>>(id: Id, status: Status) {
  const recorded = recordedReply(id);
  if (recorded?.status !== status) throw new Error(`No reply of ${id} with status ${status} is recorded.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- contract.test.ts holds the examples to the document
  return recorded.reply as ReplyOf<Id, Status>;
}

const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema({ ...document, $id: "service" });
formats.default(ajv);
const compiled = new Map<string, ValidateFunction>();

/** The faults of a value by the schema at a place of the document, such as `paths/…/schema`. */
function problemsAt(at: readonly string[], value: unknown): string[] {
  const pointer = at.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");
  const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `service#/${pointer}` });
  compiled.set(pointer, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || "the body"} ${message}`);
}

/** The parts of a reply that the service would never send; empty for one that it could give. */
export function problemsOfReply(id: string, status: number, body: unknown): string[] {
  const { method, place, responses } = operationOf(id);
  const response = responses[status];
  if (!response) return [`the status ${status} is not described`];
  if (!response.content?.["application/json"]) return body === undefined ? [] : ["no JSON is described"];
  const at = ["paths", place, method.toLowerCase(), "responses", String(status), "content", "application/json"];
  return [...problemsAt([...at, "schema"], body), ...problemsOfCode(response.description, status, body)];
}

/** An error of the service has a code that the description of its status names. */
function problemsOfCode(description: string, status: number, body: unknown): string[] {
  if (status < 400) return [];
  const code = /"code":"([A-Z_]+)"/.exec(JSON.stringify(body))?.[1];
  return code && description.includes(`\`${code}\``) ? [] : [`the code ${code} is not one of: ${description}`];
}

export type Asked = { query: Record<string, string>; body: unknown };

/** The parts of a request that the service would refuse as malformed. */
export function problemsOfRequest(id: string, { query, body }: Asked): string[] {
  const { method, place, parameters = [], requestBody } = operationOf(id);
  const known = new Map(parameters.filter((one) => one.in === "query").map((one) => [one.name, one]));
  const unknown = Object.keys(query).filter((name) => !known.has(name));
  const missing = [...known.values()].filter(({ name, required }) => required && !(name in query));
  const at = ["paths", place, method.toLowerCase(), "requestBody", "content", "application/json", "schema"];
  return [
    ...unknown.map((name) => `the query has no parameter ${name}`),
    ...missing.map(({ name }) => `the query lacks ${name}`),
    ...(requestBody?.content["application/json"] && body !== undefined ? problemsAt(at, body) : []),
  ];
}
