import { expect } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const HOUR_MS = 3_600_000;

// oxlint-disable-next-line typescript/no-explicit-any -- tests read replies of every shape
type Reply = { status: number; headers: Headers; body: any };
export const codeOf = ({ status, body }: Pick<Reply, "status" | "body">) => [status, body.error?.code];

/** A cloud whose containers are merged, its users, and their actions. */
export async function createMergeWorld() {
  const cloud = await createTestApp();
  const { scan, write } = edgeSender(cloud);
  const [ann, bob] = [await cloud.signIn("operator"), await cloud.signIn("operator")];
  const [sue, tom] = [await cloud.signIn("supervisor"), await cloud.signIn("supervisor")];
  const admin = await cloud.signIn("admin");
  const people = { ann, bob, sue, tom, admin };

  /** Hours before now; the gap between visits is 72 hours. */
  const ago = (hours: number) => new Date(cloud.parts.nowMs() - hours * HOUR_MS).toISOString();
  const as = (
    user: TestUser,
    method: string,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Reply> => cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
  /** Returns the data in the reply to a request that must succeed. */
  const dataOf = async (reply: Promise<Reply>) => {
    const { status, body } = await reply;
    expect([status < 300, body]).toEqual([true, body]);
    return body.data;
  };
  let made = 0;
  const unique = () => `MERGE-${(made += 1)}`;
  /** A container with a category scan that was taken `hours` ago. */
  const scanned = async (
    hours: number,
    { number = unique(), user = ann, ...changes }: { number?: string; user?: TestUser; detections?: object[] } = {},
  ) => {
    const body = await scanBody({ timestamp: ago(hours), user_email: user.email, ...changes });
    const { containerId, scanId } = await dataOf(scan(number, body));
    return { id: String(containerId), number, scanId: String(scanId) };
  };
  const itemsOf = async (url: string) =>
    (await dataOf(as(sue, "GET", `${url}${url.includes("?") ? "&" : "?"}limit=200`))).items;
  const escalate = (id: string, reason = "odd") => dataOf(as(sue, "POST", `/containers/${id}/escalate`, { reason }));
  return {
    cloud,
    scan,
    write,
    ...people,
    ago,
    as,
    dataOf,
    unique,
    scanned,
    itemsOf,
    escalate,
    read: (id: string, query = "") => dataOf(as(sue, "GET", `/containers/${id}${query}`)),
    visitsOf: (id: string) => itemsOf(`/containers/${id}/visits`),
    merge: (merged: { id: string }, target: { id: string }, user = sue, headers: Record<string, string> = {}) =>
      as(user, "POST", `/containers/${merged.id}/merge`, { intoContainerId: target.id }, headers),
    decide: async (user: TestUser, containerId: string, decision: string) => {
      const { id } = await escalate(containerId);
      await dataOf(as(user, "POST", `/escalations/${id}/resolve`, { decision, reason: "looked at" }));
    },
    declare: (containerNumber: string, more: object = {}) =>
      dataOf(as(sue, "POST", "/manifests", { containerNumber, ...more })),
    logOf: async (query: string) => (await dataOf(as(admin, "GET", `/admin/audit-log?${query}`))).items,
  };
}
