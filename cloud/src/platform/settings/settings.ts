import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { DEFAULT_POOL_SIZES, type PoolSizes } from "../db/pools.ts";
import { readServiceAccount, type ServiceAccount } from "./service-account.ts";
import { createReader, type Environment, type Reader } from "./environment-reader.ts";
import { createFile } from "../storage/durable-files.ts";
import type { S3Place } from "../storage/s3-place.ts";

/** Every setting, read once at the start. Addresses carry no trailing slash. */
export type Settings = {
  production: boolean;
  /** 0 takes a free port. */
  port: number;
  /** Undefined listens on every address of the machine. */
  host: string | undefined;
  /** Absolute. */
  dataDir: string;
  /** Undefined means the embedded database under `dataDir`. */
  databaseUrl: string | undefined;
  /** The address of Postgres itself where `databaseUrl` is a pooler's; undefined for the same. */
  databaseDirectUrl: string | undefined;
  /** The most connections that each kind of work takes. */
  databaseConnections: PoolSizes;
  /** Undefined keeps pictures as files under `dataDir`. */
  s3: S3Place | undefined;
  publicUrl: string | undefined;
  webAppUrl: string | undefined;
  /** Origins that may send a session cookie with a write, compared exactly. */
  trustedOrigins: readonly string[];
  /** How many proxies in front add to X-Forwarded-For. */
  trustedProxyHops: number;
  /** `redis://` or `rediss://`, for rate limits; undefined keeps them in the database. */
  redisUrl: string | undefined;
  /** The bearer token that opens /metrics to other machines; undefined keeps it to this one. */
  metricsToken: string | undefined;
  /** How long /ready tells load balancers to leave before no more connections are taken. */
  drainDelaySeconds: number;
  /** How long tracking events are kept. */
  trackingRetentionDays: number;
  /** How long mails stand in the list of email jobs. */
  emailRetentionDays: number;
  /** How long the pictures of scans and evidence are kept, from their arrival; undefined keeps them for ever. */
  pictureRetentionDays: number | undefined;
  /** How long after its last record a container that comes again is on another visit. */
  visitGapMs: number;
  /** Undefined without SMTP_URL: links of mails then stand in their jobs, for admins to pass on. */
  mail: { url: string; from: string } | undefined;
  /** Undefined without FCM_SERVICE_ACCOUNT: nothing is pushed to mobile devices. */
  push: { account: ServiceAccount; url: string } | undefined;
  /** Webhooks may lead into the own network. */
  webhookAllowPrivateAddresses: boolean;
  /** Undefined without GOOGLE_CLIENT_ID: nobody signs in that way. */
  signInProvider: { issuer: string; clientId: string; clientSecret: string } | undefined;
  /** How long an edge device may be unheard before it counts as silent. */
  edgeSilentMinutes: number;
  /** Illegal goods found with at least this confidence, 0 to 1, escalate. */
  illegalEscalationConfidence: number;
  jwtSecret: string;
  edgeApiKey: string;
  /** Lower-case. */
  edgeDefaultUserEmail: string;
  /** Lower-case. */
  adminEmail: string;
  /** Undefined has one made at the first start. */
  adminPassword: string | undefined;
  /** `ws://` or `wss://`; undefined means that every scan waits for a model. */
  aiServiceUrl: string | undefined;
  /** The bearer token for it; empty without an address. */
  aiServiceToken: string;
};

/** What stops the start: all problems of the environment, one per line, each with what to do. */
export class SettingsError extends Error {
  override name = "SettingsError";
  constructor(problems: readonly string[]) {
    super(["The service cannot start with these settings:", ...problems.map((problem) => `  - ${problem}`)].join("\n"));
  }
}

const MIN_PASSWORD_LENGTH = 12;

/**
 * Reads and checks all settings. Outside production, secrets that are absent are made once and kept in
 * `DATA_DIR/secrets.json` (0600). Throws a SettingsError that names every problem at once.
 */
export function readSettings(env: Environment): Settings {
  const problems: string[] = [];
  const reader = createReader(env, problems);
  const production = reader.text("NODE_ENV") === "production";
  const port = reader.wholeNumber("PORT", 3000, { min: 0, max: 65_535 });
  const publicUrl = reader.url("PUBLIC_URL");
  const webAppUrl = reader.url("WEB_APP_URL");
  const origins = reader.origins("TRUSTED_ORIGINS");
  const own = publicUrl ?? ["localhost", "127.0.0.1", "[::1]"].map((name) => `http://${name}:${port}`);
  const settings = {
    production,
    port,
    host: reader.text("HOST"),
    dataDir: path.resolve(reader.text("DATA_DIR") ?? ".data"),
    databaseUrl: reader.databaseUrl("DATABASE_URL"),
    databaseDirectUrl: reader.databaseUrl("DATABASE_DIRECT_URL"),
    databaseConnections: readPoolSizes(reader),
    s3: reader.storageUrl("STORAGE_URL"),
    publicUrl,
    webAppUrl,
    trustedOrigins: [own, webAppUrl ?? [], origins].flat().map((url) => new URL(url).origin),
    trustedProxyHops: reader.wholeNumber("TRUSTED_PROXY_HOPS", 0, { min: 0, max: 10 }),
    redisUrl: reader.redisUrl("REDIS_URL"),
    metricsToken: reader.text("METRICS_TOKEN"),
    drainDelaySeconds: reader.wholeNumber("DRAIN_DELAY_SECONDS", production ? 5 : 0, { min: 0, max: 60 }),
    trackingRetentionDays: reader.wholeNumber("TRACKING_RETENTION_DAYS", 30, { min: 1, max: 3_650 }),
    edgeSilentMinutes: reader.wholeNumber("EDGE_SILENT_MINUTES", 5, { min: 1, max: 1_440 }),
    emailRetentionDays: reader.wholeNumber("EMAIL_RETENTION_DAYS", 90, { min: 1, max: 3_650 }),
    pictureRetentionDays:
      reader.text("PICTURE_RETENTION_DAYS") === undefined
        ? undefined
        : reader.wholeNumber("PICTURE_RETENTION_DAYS", 1, { min: 1, max: 36_500 }),
    visitGapMs: reader.wholeNumber("VISIT_GAP_HOURS", 72, { min: 1, max: 8_760 }) * 3_600_000,
    illegalEscalationConfidence: reader.fraction("ILLEGAL_ESCALATION_CONFIDENCE", 0.5),
    edgeDefaultUserEmail: reader.email("EDGE_DEFAULT_USER_EMAIL", "edge-device@localhost"),
    adminEmail: reader.email("ADMIN_EMAIL", "admin@localhost"),
    adminPassword: reader.text("ADMIN_PASSWORD"),
    ...reader.aiService("AI_SERVICE_URL", "AI_SERVICE_TOKEN"),
    mail: readMail(reader, publicUrl, problems),
    push: readPush(reader, problems),
    webhookAllowPrivateAddresses: reader.flag("WEBHOOK_ALLOW_PRIVATE_ADDRESSES"),
    signInProvider: readSignInProvider(reader, problems),
  };
  if (settings.adminPassword !== undefined && settings.adminPassword.length < MIN_PASSWORD_LENGTH)
    problems.push(`ADMIN_PASSWORD is too short: use ${MIN_PASSWORD_LENGTH} characters or more`);
  if (settings.adminEmail === settings.edgeDefaultUserEmail)
    problems.push("ADMIN_EMAIL and EDGE_DEFAULT_USER_EMAIL name the same account: use two");
  if (settings.metricsToken !== undefined && !/^[\x21-\x7e]{16,}$/.test(settings.metricsToken))
    problems.push("METRICS_TOKEN is weak: 16 visible ASCII characters or more (make one with: openssl rand -hex 24)");
  if (settings.databaseDirectUrl !== undefined && settings.databaseUrl === undefined)
    problems.push("DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler in front of it");
  if (production) checkProduction(env, settings, problems);
  if (problems.length > 0) throw new SettingsError(problems);
  return { ...settings, ...readSecrets(reader, settings.dataDir) };
}

/** The settings once the port is known: with PORT=0, the loopback origins get the port that the system chose. */
export function withPort(settings: Settings, port: number): Settings {
  const trustedOrigins = settings.trustedOrigins.map((origin) => origin.replace(/:0$/, `:${port}`));
  return { ...settings, port, trustedOrigins };
}

function readPoolSizes(reader: Reader): PoolSizes {
  const size = (name: string, fallback: number) => reader.wholeNumber(name, fallback, { min: 1, max: 100 });
  const { people, edge, background, probes } = DEFAULT_POOL_SIZES;
  return {
    people: size("DATABASE_PEOPLE_CONNECTIONS", people),
    edge: size("DATABASE_EDGE_CONNECTIONS", edge),
    background: size("DATABASE_BACKGROUND_CONNECTIONS", background),
    probes,
  };
}

function readMail(reader: Reader, publicUrl: string | undefined, problems: string[]): Settings["mail"] {
  const url = reader.text("SMTP_URL");
  if (url === undefined) return undefined;
  if (!/^smtps?:$/.test(URL.parse(url)?.protocol ?? ""))
    problems.push("SMTP_URL is not a mail server's address (such as smtps://user:password@mail.example.com)");
  const host = publicUrl === undefined ? "localhost" : new URL(publicUrl).hostname;
  return { url, from: reader.text("MAIL_FROM") ?? `Container inspection <no-reply@${host}>` };
}

function readPush(reader: Reader, problems: string[]): Settings["push"] {
  const file = reader.text("FCM_SERVICE_ACCOUNT");
  if (file === undefined) return undefined;
  const read = readServiceAccount(file);
  if ("account" in read) return { account: read.account, url: reader.url("FCM_URL") ?? "https://fcm.googleapis.com" };
  problems.push(`FCM_SERVICE_ACCOUNT: ${read.problem}`);
  return undefined;
}

function readSignInProvider(reader: Reader, problems: string[]): Settings["signInProvider"] {
  const [clientId, clientSecret] = [reader.text("GOOGLE_CLIENT_ID"), reader.text("GOOGLE_CLIENT_SECRET")];
  if ((clientId === undefined) !== (clientSecret === undefined))
    problems.push("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both, or neither");
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return { issuer: reader.url("OIDC_ISSUER") ?? "https://accounts.google.com", clientId, clientSecret };
}

function checkProduction(env: Environment, settings: Pick<Settings, "databaseUrl" | "push">, problems: string[]) {
  for (const [name, minLength] of [
    ["JWT_SECRET", 32],
    ["EDGE_API_KEY", 24],
  ] as const) {
    const value = env[name]?.trim() ?? "";
    const advice = "make one with: openssl rand -base64 48";
    if (value === "") problems.push(`${name} is missing: ${advice}`);
    else if (value.length < minLength || new Set(value).size < 10)
      problems.push(`${name} is weak (at least ${minLength} characters, 10 of them different): ${advice}`);
  }
  if (env["JWT_SECRET"] && env["JWT_SECRET"] === env["EDGE_API_KEY"])
    problems.push("JWT_SECRET and EDGE_API_KEY are the same: use two different secrets");
  if (env["PUBLIC_URL"]?.trim().startsWith("http:"))
    problems.push("PUBLIC_URL is plain http: sessions need https in production");
  if (env["GOOGLE_CLIENT_ID"] && env["OIDC_ISSUER"]?.trim().startsWith("http:"))
    problems.push("OIDC_ISSUER is plain http: sign-in needs https in production");
  if ([settings.push?.url, settings.push?.account.tokenUri].some((url) => url?.startsWith("http:")))
    problems.push("FCM_URL or the token_uri of FCM_SERVICE_ACCOUNT is plain http: push needs https in production");
  if (settings.databaseUrl === undefined && env["ALLOW_EMBEDDED_DATABASE"] !== "true")
    problems.push(
      "DATABASE_URL is missing, and the embedded database can lose what it answered when the power fails: " +
        "set DATABASE_URL, or ALLOW_EMBEDDED_DATABASE=true if that is understood",
    );
}

const secretsFile = z.object({ jwtSecret: z.string().min(32), edgeApiKey: z.string().min(24) });

function readSecrets(reader: Reader, dataDir: string) {
  const jwtSecret = reader.text("JWT_SECRET");
  const edgeApiKey = reader.text("EDGE_API_KEY");
  if (jwtSecret && edgeApiKey) return { jwtSecret, edgeApiKey };
  const kept = keptSecrets(path.join(dataDir, "secrets.json"));
  return { jwtSecret: jwtSecret ?? kept.jwtSecret, edgeApiKey: edgeApiKey ?? kept.edgeApiKey };
}

/** The generated secrets; made by whichever process comes first. */
function keptSecrets(file: string) {
  const secret = () => randomBytes(32).toString("base64url");
  const made = JSON.stringify({ jwtSecret: secret(), edgeApiKey: secret() }, undefined, 2);
  if (!existsSync(file)) createFile(file, `${made}\n`);
  try {
    return secretsFile.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    throw new SettingsError([`${file} is damaged (${String(error)}): delete it to have new secrets made`]);
  }
}
