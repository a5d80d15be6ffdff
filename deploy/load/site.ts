import { mkdirSync } from "node:fs";
import path from "node:path";
import { type Program, startProgram } from "../demo/child-process.ts";
import { waitUntil } from "../demo/wait-until.ts";
import { freePort } from "../walk/harness/free-port.ts";

const MAIN = path.resolve(import.meta.dirname, "../../cloud/src/main.ts");
const ADMIN = { email: "admin@example.com", password: "a password of many boxes" };

export type LoadSite = {
  urls: string[];
  token: string;
  databaseUrl: string;
  /** Folder in which the processes keep their pictures and logs. */
  folder: string;
  /** Sends one request as the admin, and returns its `data`. */
  post: (route: string, body: object) => Promise<{ apiKey: string; id: string }>;
  /** Creates an edge device and returns its key. */
  createDevice: (name: string) => Promise<string>;
  stop: () => Promise<void>;
};

/** Processes of the cloud on one database and one folder, each on a port of this machine, and a signed-in admin. */
export async function startLoadSite(folder: string, databaseUrl: string, processes: number): Promise<LoadSite> {
  mkdirSync(folder, { recursive: true });
  const programs: Program[] = [];
  const urls: string[] = [];
  for (let index = 0; index < processes; index += 1) {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const env = {
      PATH: process.env["PATH"],
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: path.join(folder, "data"),
      DATABASE_URL: databaseUrl,
      EDGE_API_KEY: "load-edge-key-0123456789abcdef",
      JWT_SECRET: "j".repeat(40),
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    };
    programs.push(startProgram(`cloud-${index}`, MAIN, [], env, folder));
    urls.push(url);
    // The first one migrates the database.
    const isReady = async () => (await fetch(`${url}/ready`)).ok || undefined;
    await waitUntil(`process ${index} of the cloud is ready`, isReady, { timeoutMs: 250_000 });
  }
  const post = async (route: string, body: object, headers: Record<string, string> = {}) => {
    const sent = { "content-type": "application/json", ...headers };
    const reply = await fetch(`${urls[0]}/v1/${route}`, { method: "POST", headers: sent, body: JSON.stringify(body) });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${route} answered ${reply.status}: ${text}`);
    return JSON.parse(text).data;
  };
  const { token } = await post("user/auth/email/login", ADMIN);
  const asAdmin = (route: string, body: object) => post(route, body, { authorization: `Bearer ${token}` });
  return {
    urls,
    token,
    databaseUrl,
    folder,
    post: asAdmin,
    createDevice: async (name) => (await asAdmin("admin/edge-devices", { name })).apiKey,
    stop: async () => void (await Promise.all(programs.map((program) => program.stop()))),
  };
}
