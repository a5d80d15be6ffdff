import { onTestFinished, vi } from "vitest";
import {
  type OperationId,
  operationOf,
  operationsById,
  problemsOfReply,
  problemsOfRequest,
  recordedReply,
  type ReplyOf,
} from "./contract.ts";

type Asked = {
  path: Record<string, string>;
  query: Record<string, string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- the kit holds it to the schema of the operation
  body: any;
  headers: Headers;
};
/** A reply as the service gives it: JSON, or a body of another kind with its headers. */
type Given = { status: number; body?: unknown; headers?: Record<string, string> };
type Answer = (asked: Asked) => Given | Promise<Given>;
export type FakeService = {
  /** Answers this operation from here on: with a body and status 200, or with the return value of a function. */
  answer: <Id extends OperationId>(id: Id, reply: ReplyOf<Id, 200> | Answer) => void;
  /** Answers this operation with an error from here on. */
  refuse: (id: OperationId, status: number, code: string, message?: string) => void;
  /** Loses the replies of this operation from here on, as an outage does. */
  lose: (id: OperationId) => void;
  /** The requests of an operation so far, the oldest first. */
  asked: (id: OperationId) => Asked[];
  /** The disagreements of the two sides so far; asking for them forgives them: only tests of the fake itself do. */
  takeProblems: () => string[];
};

/**
 * The service, faked at `fetch`. Reads are answered with the recorded examples of the reference; all else as the test
 * states. Both sides are held to the OpenAPI document: the test fails for a reply that the service would not give, and
 * for a request that it would refuse, unless the answer is that refusal.
 */
export function fakeService(): FakeService {
  const answers = new Map<string, Answer>();
  const requests = new Map<string, Asked[]>();
  const problems: string[] = [];
  const fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(new URL(String(input instanceof Request ? input.url : input), location.origin), {
      ...(input instanceof Request ? { method: input.method, headers: input.headers, body: await textOf(input) } : {}),
      ...init,
    });
    const { id, asked } = await readRequest(request);
    requests.set(id, [...(requests.get(id) ?? []), asked]);
    const reply = await (answers.get(id) ?? recorded(id))(asked);
    problems.push(...problemsIn(id, asked, reply));
    return toResponse(id, reply);
  };
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) =>
    fetch(input, init).catch((error: unknown) => {
      if (!(error instanceof LostReply)) problems.push(String(error));
      throw error;
    }),
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
    if (problems.length > 0) throw new Error(`The console and the faked service disagree:\n${problems.join("\n")}`);
  });
  return {
    answer: (id, reply) => {
      const given: unknown = reply;
      answers.set(id, isAnswer(given) ? given : () => ({ status: 200, body: given }));
    },
    refuse: (id, status, code, message = "No") =>
      void answers.set(id, () => ({ status, body: errorOf(id, code, message) })),
    lose: (id) =>
      void answers.set(id, () => {
        throw new LostReply("Failed to fetch");
      }),
    asked: (id) => requests.get(id) ?? [],
    takeProblems: () => problems.splice(0),
  };
}

class LostReply extends TypeError {}

const isAnswer = (value: unknown): value is Answer => typeof value === "function";
const textOf = async (request: Request) => (request.body ? await request.clone().text() : undefined);

/** An error in the envelope of the operation: those of the sign-in have another one. */
function errorOf(id: string, code: string, message: string): unknown {
  const requestId = "01a2185ec5255dd064f6437f";
  return operationOf(id).place.startsWith("/v1/user/auth")
    ? { success: false, message, data: { code, requestId } }
    : { success: false, error: { code, message, requestId } };
}

async function readRequest(request: Request): Promise<{ id: string; asked: Asked }> {
  const url = new URL(request.url);
  const [best] = [...operationsById.values()]
    .filter(({ method }) => method === request.method)
    .flatMap((operation) => {
      const path = matchPlace(operation.place, url.pathname);
      return path ? [{ id: operation.operationId, path }] : [];
    })
    // A fixed place, such as /v1/containers/facets, comes before one with a parameter.
    .toSorted((one, other) => Object.keys(one.path).length - Object.keys(other.path).length);
  if (!best) throw new Error(`The service has no ${request.method} ${url.pathname}.`);
  const isJson = request.headers.get("Content-Type")?.includes("json");
  const body: unknown = isJson ? await request.json() : await request.text();
  const query = Object.fromEntries(url.searchParams);
  return { id: best.id, asked: { path: best.path, query, body, headers: request.headers } };
}

function matchPlace(place: string, pathname: string): Record<string, string> | undefined {
  const [parts, given] = [place.split("/"), pathname.split("/")];
  if (parts.length !== given.length) return undefined;
  const path: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const value = decodeURIComponent(given[index] ?? "");
    if (part.startsWith("{")) path[part.slice(1, -1)] = value;
    else if (part !== value) return undefined;
  }
  return path;
}

/**
 * Returns the recorded answer of a read. A write has none: if the test does not expect it, it is an error of the
 * page.
 */
const recorded = (id: string) => (): Given => {
  const example = operationOf(id).method === "GET" ? recordedReply(id) : undefined;
  if (!example) throw new Error(`The test gives no answer to ${id}.`);
  return { status: example.status, body: example.reply };
};

function problemsIn(id: string, asked: Asked, { status, body, headers }: Given): string[] {
  const isJson = headers?.["Content-Type"] === undefined;
  const inReply = isJson ? problemsOfReply(id, status, body) : [];
  const inRequest = status === 400 ? [] : problemsOfRequest(id, asked);
  return [
    ...inReply.map((problem) => `${id} would not answer this with ${status}: ${problem}`),
    ...inRequest.map((problem) => `${id} would refuse the request: ${problem}`),
  ];
}

function toResponse(id: string, { status, body, headers }: Given): Response {
  const described = operationOf(id).responses[status]?.headers ?? {};
  const tag: Record<string, string> = "ETag" in described ? { ETag: '"1"' } : {};
  if (body === undefined) return new Response(null, { status, headers: { ...tag, ...headers } });
  return new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", ...tag, ...headers },
  });
}

/** A good reply in the envelope of the service. */
export const ok = <Data>(data: Data) => ({ status: 200 as const, body: { success: true as const, data } });
