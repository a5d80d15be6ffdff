import { z } from "zod";
import { readAgentAddress } from "./agent-address.ts";

/** A busy agent on a small machine may be slow; when no agent is running, the connection is refused immediately. */
const TIMEOUT_MS = 30_000;
const health = z.object({ instanceId: z.string() });
const failure = z.object({ error: z.object({ message: z.string() }) });

/** The running agent rejected the request, with this message. */
export class AgentRequestError extends Error {
  override readonly name = "AgentRequestError";
  readonly status: number;

  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export type AgentClient = {
  url: string;
  /** Resolves with the JSON of a 2xx answer; throws AgentRequestError otherwise. */
  request(path: string, init?: RequestInit): Promise<unknown>;
};

/** The agent that runs on a data folder; null when none does. Throws AgentRequestError when it does not answer. */
export async function connectToAgent(dataDir: string): Promise<AgentClient | null> {
  const address = readAgentAddress(dataDir);
  if (!address) return null;
  const { url, instanceId } = address;
  try {
    const reply = await fetch(`${url}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    // The port may belong to another program now.
    if (health.parse(await reply.json()).instanceId !== instanceId) return null;
  } catch (error) {
    if (!isTimeout(error)) return null;
    throw new AgentRequestError(0, `the agent at ${url} timed out after ${TIMEOUT_MS / 1_000} s`, {
      cause: error,
    });
  }
  return {
    url,
    async request(path, init = {}) {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const reply = await fetch(url + path, { ...init, signal }).catch((error: unknown) => {
        throw new AgentRequestError(0, `the agent at ${url} does not answer: ${reasonOf(error)}`, { cause: error });
      });
      const body: unknown = await reply.json().catch(() => null);
      if (reply.ok) return body;
      const parsed = failure.safeParse(body);
      throw new AgentRequestError(reply.status, parsed.success ? parsed.data.error.message : `HTTP ${reply.status}`);
    },
  };
}

/** Reads a part of the status of an agent; throws AgentRequestError if the agent is of a version with another form. */
export function readStatus<Part>(reply: unknown, part: z.ZodType<Part>): Part {
  const read = part.safeParse(reply);
  if (read.success) return read.data;
  const fields = [...new Set(read.error.issues.map(({ path }) => String(path[0])))].join(", ");
  const message = `the running agent is of another version, and its status cannot be read (${fields}): restart it`;
  throw new AgentRequestError(200, message, { cause: read.error });
}

const isTimeout = (error: unknown) => error instanceof Error && error.name === "TimeoutError";
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
