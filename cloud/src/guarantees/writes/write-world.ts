import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import { serviceAccount } from "@container-inspection/shared-schemas/service-accounts";
import sharp from "sharp";
import { connectAiService } from "../../platform/ai/connect-ai-service.ts";
import { readingOf, size, startScriptedService } from "../../platform/ai/testing/scripted-service.ts";
import { hashPassword } from "../../people/auth/passwords.ts";
import { createLinkToken } from "../../people/auth/link-token.ts";
import { insertLinkToken, type LinkToken } from "../../people/auth/link-token-store.ts";
import type { Connection } from "../../platform/db/connect.ts";
import type { ReadReplica } from "../../platform/db/read-replica.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import type { Settings } from "../../platform/settings/settings.ts";
import { bundledRuleSet } from "../../match/bundled/rule-set.ts";
import { fileSender, takeImportTurn } from "../../inspection/manifests/imports/testing.ts";
import { finishReplay } from "../../inspection/rule-sets/testing.ts";
import { emailStore } from "../../notices/mail/email-job-store.ts";
import { TRADING } from "../../inspection/trade-events/testing.ts";
import { createTestApp, EDGE_KEY, type TestUser } from "../../testing/app.ts";
import { setPasswordHash } from "../../people/accounts/user-store.ts";

/** One request to a write route: its sender, the parameters of its path, and its body, image or file. */
export type WriteCall = {
  as: TestUser | "edge" | "anonymous";
  params?: Record<string, string>;
  body?: unknown;
  image?: Uint8Array<ArrayBuffer>;
  file?: { type: string; text: string };
};

export const PASSWORD = "a long enough password";

/** A cloud with an AI service that always finds something, its users, and the resources that writes need. */
export async function createWriteWorld(
  options: { connection?: Connection; replica?: ReadReplica; settings?: Partial<Settings> } = {},
) {
  const server = await startScriptedService();
  server.hello = { tasks: ["category", "defect", "illegal", "identify"] };
  let nextReading: string | undefined;
  server.script = ({ header: { id, task }, answer }) =>
    answer(task === "identify" ? readingOf(nextReading ?? `READ-${id}`) : undefined);
  const logger = { info: () => {}, warn: () => {}, debug: () => {} };
  const newId = createObjectIdMaker(() => Date.now());
  const ai = connectAiService({ url: server.url, token: "t", newId, random: () => 0, logger });
  cleanUpLater(async () => ai.close());
  const cloud = await createTestApp({ ai, ...options, settings: { ...TRADING, ...options.settings } });
  const { parts, send, signIn } = cloud;
  const [ann, bob] = [await signIn("operator"), await signIn("operator")];
  const [sue, admin] = [await signIn("supervisor"), await signIn("admin")];
  const blank = sharp({ create: { ...size, channels: 3, background: "#806040" } });
  const jpeg = new Uint8Array(await blank.jpeg().toBuffer());
  let made = 0;
  const unique = (name: string) => `${name}-${(made += 1)}`;

  /** Sends what must succeed, and returns its data. */
  const make = async (user: TestUser, method: string, url: string, body?: unknown) => {
    const reply = await send(method, `/v1${url}`, { body, headers: user.authorization });
    if (reply.status >= 300) throw new Error(`${method} ${url} answered ${JSON.stringify(reply.body)}`);
    return reply.body.data;
  };
  /** Ann's. */
  const container = async (): Promise<string> =>
    (await make(ann, "POST", "/containers", { containerNumber: unique("BOX") })).id;
  /** Ann's. */
  const manifest = async (fields: object = {}): Promise<string> => (await make(ann, "POST", "/manifests", fields)).id;
  /** The preview of an import of Ann's. */
  const manifestImport = async (): Promise<string> => {
    const { body } = await fileSender(cloud, ann).start(`billOfLading\n${unique("B")}\n`, { preview: "true" });
    await takeImportTurn(parts, body.data.id);
    return body.data.id;
  };
  const attached = async () => {
    const id = await container();
    await make(ann, "PUT", `/containers/${id}/manifest`, { manifestId: await manifest() });
    return id;
  };
  const escalation = async (): Promise<string> =>
    (await make(ann, "POST", `/containers/${await container()}/escalate`, { reason: "odd" })).id;
  const claimed = async () => {
    const id = await escalation();
    await make(sue, "POST", `/escalations/${id}/claim`);
    return id;
  };
  const upload = async (url: string, headers: Record<string, string>) => {
    const init = { method: "POST", headers: { "Content-Type": "image/jpeg", ...headers }, body: jpeg };
    return JSON.parse(await (await cloud.app.request(url, init)).text()).data;
  };
  /** A scan of Ann's container, with one detection. */
  const scan = async () => {
    const id = await container();
    const { scan: made } = await upload(`/v1/containers/${id}/scans/category`, ann.authorization);
    return { id, scanId: String(made.id), index: "0" };
  };
  const evidence = async () => {
    const id = await container();
    const { evidenceId } = await upload(`/v1/containers/${id}/evidence`, ann.authorization);
    return { id, evidenceId: String(evidenceId) };
  };
  /** A passage that was recorded under a container of the default edge account. */
  const passage = async (): Promise<string> => {
    const [device_id, passage_id] = [unique("box"), unique("passage")];
    const body = { detections: [], image: Buffer.from(jpeg).toString("base64"), device_id, passage_id };
    const headers = { "X-API-Key": EDGE_KEY };
    const url = `/v1/edge/containers/UNIDENTIFIED-lane-${unique("x")}/scans/category`;
    const { status } = await send("POST", url, { body, headers });
    if (status !== 200) throw new Error(`a record of a passage was answered ${status}`);
    const { items } = await make(sue, "GET", "/passages");
    return items.find((one: { passageId: string }) => one.passageId === passage_id).id;
  };
  /** An open invite with the token that its admin receives. */
  const invite = async () => {
    const email = `${unique("new")}@example.com`;
    const { id, inviteUrl } = await make(admin, "POST", "/admin/invites", { email, role: "operator" });
    return { id: String(id), email, token: String(inviteUrl).split("#token=")[1] ?? "" };
  };
  /** A service account, and its first token. */
  const service = async () => {
    const made = await make(admin, "POST", "/admin/service-accounts", { name: unique("service"), role: "operator" });
    const { id, tokens } = serviceAccount.parse(made.account);
    return { id, tokenId: tokens[0]?.id ?? "" };
  };
  const emailJob = async () => {
    const { email: recipient } = await invite();
    const [job] = await emailStore.list(parts.db, { equal: { recipient }, limit: 1 });
    if (!job) throw new Error(`nothing was mailed to ${recipient}`);
    return job.id;
  };
  /** Tests may create deliveries for it, but nothing attempts them. */
  const webhook = async () => {
    const body = { url: "https://hooks.example.com/inspection", events: ["scan.recorded"] };
    return String((await make(admin, "POST", "/admin/webhooks", body)).id);
  };
  /** A rule set that the admin proposed. */
  const candidate = async () =>
    String((await make(admin, "POST", "/rule-sets", { rules: bundledRuleSet, note: unique("as it is") })).version);
  /** A rule set that may be activated. */
  const replayed = async () => {
    const version = await candidate();
    const { id } = await make(admin, "POST", `/rule-sets/${version}/replay`, {});
    await finishReplay(cloud, String(id));
    return version;
  };
  /** The token of a link that was mailed to a user. */
  const linkToken = async (purpose: LinkToken["purpose"]) => {
    const { token, tokenHash } = createLinkToken();
    const [createdAt, expiresAt] = [new Date(parts.nowMs()), new Date(parts.nowMs() + 60_000)];
    await insertLinkToken(parts.db, {
      tokenHash,
      purpose,
      userId: (await signIn("operator")).id,
      createdAt,
      expiresAt,
    });
    return token;
  };
  /** A user who can sign in with `PASSWORD`. */
  const withPassword = async () => {
    const user = await signIn("operator");
    const passwordHash = await hashPassword(PASSWORD);
    await setPasswordHash(parts.db, user.id, { passwordHash, now: new Date(parts.nowMs()) });
    return user;
  };
  const device = () => ({
    deviceId: unique("phone"),
    platform: "ios",
    pushToken: unique("push-token"),
    appVersion: "1",
    deviceModel: "m",
  });
  const people = { ann, bob, sue, admin };
  const things = {
    container,
    manifest,
    manifestImport,
    attached,
    escalation,
    claimed,
    scan,
    evidence,
    passage,
    invite,
    service,
    emailJob,
    webhook,
    candidate,
    replayed,
    linkToken,
  };
  /** Has the AI service read this number; a new one each time without it. */
  const readNext = (number?: string) => void (nextReading = number);
  return { cloud, ...people, ...things, withPassword, device, signIn, make, unique, jpeg, readNext };
}

export type WriteWorld = Awaited<ReturnType<typeof createWriteWorld>>;

/** Sends a call to the route of a row; `raw` in place of its body. */
export async function sendCall(
  { cloud }: WriteWorld,
  route: string,
  { as, params = {}, body, image, file }: WriteCall,
  { raw, headers: extra }: { raw?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
) {
  const [method = "", path = ""] = route.split(" ");
  const url = path.replaceAll(/\{(.+?)\}/g, (_all, name: string) => encodeURIComponent(params[name] ?? "nothing"));
  const caller: Record<string, string> =
    as === "edge" ? { "X-API-Key": EDGE_KEY } : as === "anonymous" ? {} : as.authorization;
  const content = raw ?? image ?? file?.text ?? (body === undefined ? undefined : JSON.stringify(body));
  const type = image ? "image/jpeg" : (file?.type ?? "application/json");
  const headers = { ...caller, ...(content === undefined ? {} : { "Content-Type": type }), ...extra };
  const reply = await cloud.app.request(url, { method, headers, ...(content === undefined ? {} : { body: content }) });
  const requestId = reply.headers.get("X-Request-Id") ?? "";
  return { status: reply.status, headers: reply.headers, requestId, text: await reply.text() };
}
