/**
 * @typedef {import("../src/status/agent-status.ts").AgentStatus & {
 *   disk: { freeBytes: number, totalBytes: number } | null,
 * }} Status
 * @typedef {import("../src/page/page-routes.ts").Setup} Setup
 * @typedef {import("../src/log-book.ts").LogLine} LogLine
 * @typedef {Omit<NonNullable<Awaited<ReturnType<import("../src/page/page-pictures.ts").PagePictures["next"]>>>, "jpeg"> & {
 *   jpeg: string,
 * }} Picture
 * @typedef {import("../src/page/take-test-picture.ts").TestPicture} TestPicture
 * @typedef {import("../src/forwarding/check-cloud.ts").CloudCheck} CloudCheck
 * @typedef {import("../src/page/zone-routes.ts").FileZones} FileZones
 */

/** A request that the agent refused, with the sentence to show; status 0: no answer came. */
export class RequestError extends Error {
  /** @param {number} status @param {string} message */
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>} the JSON of a 2xx answer
 */
async function request(path, init = {}) {
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

/** @param {string} path @param {object} [body] */
const post = (path, body = {}) =>
  request(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** @param {string} id */
const camera = (id) => `/cameras/${encodeURIComponent(id)}`;
/** @param {string} id */
const station = (id) => `/stations/${encodeURIComponent(id)}`;

export const api = {
  /** @param {string} password */
  signIn: (password) => post("/session", { password }),
  signOut: () => request("/session", { method: "DELETE" }),
  /** @returns {Promise<Status>} */
  status: () => request("/status"),
  /** @returns {Promise<Setup>} */
  setup: () => request("/setup"),
  /** @param {number} after @param {string} level @returns {Promise<{ lines: LogLine[] }>} */
  log: (after, level) => request(`/log?after=${after}&level=${level}`),
  /** @param {string} id @param {string} known @param {AbortSignal} signal @returns {Promise<{ picture: Picture | null }>} */
  picture: (id, known, signal) => request(`${camera(id)}/picture?known=${known}`, { signal }),
  /** @param {string} id @param {string | undefined} model @returns {Promise<TestPicture>} */
  testPicture: (id, model) => post(`${camera(id)}/test`, model === undefined ? {} : { model }),
  /** @param {string} id @returns {Promise<FileZones>} */
  zones: (id) => request(`${camera(id)}/zones`),
  /** @param {string} id @param {object} zones @returns {Promise<FileZones>} */
  saveZones: (id, zones) => post(`${camera(id)}/zones`, zones),
  restart: () => post("/restart"),
  /** @param {string} id */
  learnView: (id) => post(`${camera(id)}/learn`),
  /** @param {string} id */
  scanNow: (id) => post(`${station(id)}/scan`),
  /** @param {string} id @param {string} containerNumber */
  announce: (id, containerNumber) => post(`${station(id)}/container`, { containerNumber }),
  /** @returns {Promise<CloudCheck>} */
  testCloud: () => post("/cloud/test"),
};
