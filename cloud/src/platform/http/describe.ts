import type { ErrorCode } from "@container-inspection/shared-schemas/errors";
import {
  authErrorEnvelope,
  edgeErrorEnvelope,
  errorEnvelope,
  errorStatus,
} from "@container-inspection/shared-schemas/errors";
import type { z } from "zod";

/** A JSON body or reply of the OpenAPI description. */
export function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { "application/json": { schema } } };
}

/** The reply to If-None-Match with the tag that the resource still has. */
export const notModified = { 304: { description: "The caller already has this version" } };

/** A JSON request body that must be there. */
export function jsonBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { "application/json": { schema } } };
}

type ErrorSchema = typeof errorEnvelope | typeof edgeErrorEnvelope | typeof authErrorEnvelope;
type ErrorResponses<Code extends ErrorCode, Schema extends ErrorSchema> = {
  [Status in (typeof errorStatus)[Code]]: { description: string; content: { "application/json": { schema: Schema } } };
};

/** The `responses` entries of a handler's errors, grouped by status; the OpenAPI document adds those of the guards. */
export function errors<Code extends ErrorCode>(...codes: Code[]) {
  return group(codes, errorEnvelope);
}

/** The `responses` entries of the errors of an edge write, which carry the idempotency key. */
export function edgeErrors<Code extends ErrorCode>(...codes: Code[]) {
  return group(codes, edgeErrorEnvelope);
}

/** The `responses` entries of the errors of a route under `/v1/user/auth`. */
export function authErrors<Code extends ErrorCode>(...codes: Code[]) {
  return group(codes, authErrorEnvelope);
}

function group<Code extends ErrorCode, Schema extends ErrorSchema>(codes: Code[], schema: Schema) {
  const responses: Record<number, { description: string; content: { "application/json": { schema: Schema } } }> = {};
  for (const code of codes) {
    const before = responses[errorStatus[code]];
    const description = before ? `${before.description}, \`${code}\`` : `\`${code}\``;
    responses[errorStatus[code]] = { description, content: { "application/json": { schema } } };
  }
  return responses as ErrorResponses<Code, Schema>;
}
