import type { CloudCheck } from "../src/forwarding/link/check-cloud.ts";
import type { LogLine } from "../src/base/log-book.ts";
import type { PagePictures } from "../src/page/page-pictures.ts";
import type { Setup } from "../src/page/page-routes.ts";
import type { TestPicture } from "../src/page/take-test-picture.ts";
import type { FileZones } from "../src/page/zone-routes.ts";
import type { AgentStatus } from "../src/status/agent-status.ts";

export type Status = AgentStatus & { disk: { freeBytes: number; totalBytes: number } | null };
export type Picture = Omit<NonNullable<Awaited<ReturnType<PagePictures["next"]>>>, "jpeg"> & { jpeg: string };

/** A request that the agent refused, with the sentence to show; status 0: no answer came. */
export class RequestError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The JSON of a 2xx answer; that it is a `Reply` is taken from the agent's code, and not checked here. */
async function request<Reply>(path: string, init: RequestInit = {}): Promise<Reply> {
  let reply;
  try {
    reply = await fetch(path, { cache: "no-store", ...init });
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new RequestError(0, "The agent does not answer.");
  }
  const body = await reply.json().catch(() => null);
  if (reply.ok) return body;
  throw new RequestError(reply.status, body?.error?.message ?? `HTTP ${reply.status}`);
}

const post = <Reply>(path: string, body: object = {}) =>
  request<Reply>(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

const camera = (id: string) => `/cameras/${encodeURIComponent(id)}`;
const station = (id: string) => `/stations/${encodeURIComponent(id)}`;

export const api = {
  signIn: (password: string) => post("/session", { password }),
  signOut: () => request("/session", { method: "DELETE" }),
  status: () => request<Status>("/status"),
  setup: () => request<Setup>("/setup"),
  log: (after: number, level: string) => request<{ lines: LogLine[] }>(`/log?after=${after}&level=${level}`),
  picture: (id: string, known: string, signal: AbortSignal) =>
    request<{ picture: Picture | null }>(`${camera(id)}/picture?known=${known}`, { signal }),
  testPicture: (id: string, model: string | undefined) =>
    post<TestPicture>(`${camera(id)}/test`, model === undefined ? {} : { model }),
  zones: (id: string) => request<FileZones>(`${camera(id)}/zones`),
  saveZones: (id: string, zones: object) => post<FileZones>(`${camera(id)}/zones`, zones),
  restart: () => post("/restart"),
  learnView: (id: string) => post(`${camera(id)}/learn`),
  scanNow: (id: string) => post(`${station(id)}/scan`),
  announce: (id: string, containerNumber: string) => post(`${station(id)}/container`, { containerNumber }),
  testCloud: () => post<CloudCheck>("/cloud/test"),
};
