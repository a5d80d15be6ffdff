import { drawJpeg } from "../../cloud/src/intake/testing.ts";
import { size } from "../../cloud/src/platform/ai/testing/scripted-service.ts";
import { waitUntil } from "../demo/wait-until.ts";
import { query } from "./query.ts";

export const ADMIN = { email: "admin@example.com", password: "a password of many faults" };
const SETTLED_MS = 120_000;

/** A user who scans pictures of a container; `accepted` lists the scans that the cloud accepted. */
export function createUser(url: string, databaseUrl: string) {
  const accepted: string[] = [];
  let place: Promise<{ authorization: string; containerId: string }> | undefined;

  async function post(route: string, headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer>) {
    const reply = await fetch(`${url}/v1${route}`, { method: "POST", headers, body });
    const text = await reply.text();
    return { status: reply.status, data: reply.ok ? JSON.parse(text).data : undefined };
  }
  async function signIn() {
    const json = { "content-type": "application/json" };
    const { data } = await post("/user/auth/email/login", json, JSON.stringify(ADMIN));
    const authorization = `Bearer ${data.token}`;
    const container = JSON.stringify({ containerNumber: "FAULTS-USER" });
    const { data: made } = await post("/containers", { ...json, authorization }, container);
    return { authorization, containerId: String(made.id) };
  }
  return {
    accepted,
    /** Scans a picture of each kind; resolves when all are answered, within the deadlines of the AI service. */
    async scan(): Promise<void> {
      place ??= signIn();
      const { authorization, containerId } = await place;
      const picture = new Uint8Array(await drawJpeg(accepted.length, size.width, size.height));
      await Promise.all(
        ["category", "defect", "illegal"].map(async (type) => {
          const headers = { "content-type": "image/jpeg", authorization };
          const { status, data } = await post(`/containers/${containerId}/scans/${type}`, headers, picture);
          if (status !== 200) throw new Error(`a scan of a user was answered ${status}`);
          accepted.push(String(data.scan.id));
        }),
      );
    },
    /** Waits until no scan is pending. Retries that are due within minutes are due at once. */
    async settle(): Promise<void> {
      const isSettled = async () => {
        await query(databaseUrl, "update jobs.job set start_after = now() where state in ('created', 'retry')");
        return (await query(databaseUrl, "select 1 from scans where status = 'pending'")).length === 0 || undefined;
      };
      if (accepted.length > 0)
        await waitUntil("every scan of a user is finished", isSettled, { timeoutMs: SETTLED_MS, everyMs: 1_000 });
    },
  };
}
