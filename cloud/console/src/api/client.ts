import { createApiClient } from "@container-inspection/client";
import createQueryClient from "openapi-react-query";
import { ApiError, NoAnswerError } from "./api-error.ts";
import { isFromGateway, noteAnswer, noteNoAnswer } from "./connection.ts";
import { noteSessionEnded } from "./session.ts";

/** The typed client. Its calls throw an ApiError for a refusal and a NoAnswerError without an answer. */
export const api = createApiClient({ baseUrl: window.location.origin, fetch: fetchWatched });

api.use({
  onResponse: async ({ request, response }) => {
    if (response.ok) return;
    const error = new ApiError(response.status, await response.json().catch(() => undefined));
    if (error.status === 401 && !isSigningIn(request)) noteSessionEnded();
    throw error;
  },
});

/** Typed queries by method and path. */
export const queryOf = createQueryClient(api);

/** Cursor at which an infinite query begins. It is not undefined, because the library would then send 0. */
export const FIRST_PAGE: string | null = null;

/** The body of a reply. */
export async function bodyOf<Body>(call: Promise<{ data?: Body; response: Response }>): Promise<Body> {
  const { data, response } = await call;
  if (data === undefined) throw new ApiError(response.status, undefined);
  return data;
}

/**
 * The body of a reply, and the tag that a change of it sends as `If-Match`. The ending of the tag of a compressed
 * reply is left out: the same version always has the same tag.
 */
export async function taggedBodyOf<Body>(
  call: Promise<{ data?: Body; response: Response }>,
): Promise<{ body: Body; etag: string }> {
  const { response } = await call;
  return { body: await bodyOf(call), etag: (response.headers.get("ETag") ?? "").replace(/-gzip"$/, '"') };
}

/** A wrong password and a link that has expired end no session. */
const isSigningIn = ({ url }: Request) => /^\/v1\/(user\/auth|invites)\//.test(new URL(url).pathname);

async function fetchWatched(request: Request): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(request);
  } catch (error) {
    if (request.signal.aborted) throw error;
    noteNoAnswer();
    throw new NoAnswerError(error);
  }
  if (isFromGateway(response)) {
    noteNoAnswer();
    throw new NoAnswerError();
  }
  noteAnswer();
  return response;
}
