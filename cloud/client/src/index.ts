import type { Client } from "openapi-fetch";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.ts";

export type { components, operations, paths } from "./schema.ts";
/** The shapes that the document names, such as `Schemas["Container"]`. */
export type Schemas = components["schemas"];
export type ApiClient = Client<paths>;

export type ApiClientOptions = {
  /** Base URL of the service, without `/v1`, such as `https://inspection.example.com`. */
  baseUrl: string;
  /** The platform's own unless given. */
  fetch?: (request: Request) => Promise<Response>;
  /** A session token, sent as bearer. Without one, browsers send the session cookie. */
  token?: string;
};

/**
 * A client of the service, typed by its OpenAPI document: `client.GET("/v1/containers/{id}", { params: { path: { id } }
 * })` resolves to `{ data }` or `{ error }` and the `response`; it rejects only when no answer came.
 */
export function createApiClient({ baseUrl, fetch, token }: ApiClientOptions): ApiClient {
  return createClient<paths>({
    baseUrl,
    ...(fetch ? { fetch } : {}),
    ...(token ? { headers: { Authorization: `Bearer ${token}` } } : { credentials: "include" }),
  });
}
