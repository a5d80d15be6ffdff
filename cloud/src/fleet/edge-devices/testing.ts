import type { TestApp } from "../../testing/app.ts";

/** Makes and uses edge devices as an admin and as boxes do. */
export async function fleetOf(cloud: Pick<TestApp, "send" | "signIn">) {
  const { authorization: headers, email } = await cloud.signIn("admin");
  const admin = (method: string, path = "", body?: unknown, more: Record<string, string> = {}) =>
    cloud.send(method, `/v1/admin/edge-devices${path}`, { headers: { ...headers, ...more }, body });
  const edge = (apiKey: string, method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    cloud.send(method, path, {
      headers: { "X-API-Key": apiKey, "Content-Length": String(JSON.stringify(body ?? "").length), ...more },
      body,
    });
  return {
    adminEmail: email,
    headers,
    admin,
    edge,
    make: async (name = "Gate 1", more: Record<string, unknown> = {}) =>
      (await admin("POST", "", { name, ...more })).body.data,
    detail: async (id: string) => (await admin("GET", `/${id}`)).body.data,
    /** The status that a key gets on a route that needs one. */
    tryKey: async (apiKey: string) => {
      const { status, body } = await edge(apiKey, "GET", "/v1/edge/expected-numbers");
      return status === 200 ? 200 : body.error.code;
    },
    beat: (apiKey: string, body: unknown = {}, more: Record<string, string> = {}) =>
      edge(apiKey, "POST", "/v1/edge/heartbeat", body, more),
    join: (code: string, more: Record<string, unknown> = {}) =>
      cloud.send("POST", "/v1/edge/join", { body: { code, ...more } }),
    log: async (query: string) =>
      (await cloud.send("GET", `/v1/admin/audit-log?${query}`, { headers })).body.data.items,
  };
}
