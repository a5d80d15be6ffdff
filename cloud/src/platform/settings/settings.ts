import path from "node:path";
import { DEFAULT_POOL_SIZES, type PoolSizes } from "../db/pools.ts";
import { contradictionsIn } from "./contradictions.ts";
import { documentedVariables, environment, type EnvironmentValues } from "./environment.ts";
import { keptSecrets } from "./kept-secrets.ts";
import { SettingsError } from "../settings-error.ts";

export type Environment = Record<string, string | undefined>;

/**
 * Every setting, read once at the start. Addresses have no trailing slash; an absent setting without a default is
 * undefined.
 */
export type Settings = ReturnType<typeof toSettings> & { jwtSecret: string; edgeApiKey: string };

const schema = environment.superRefine(
  (values, context) => {
    for (const problem of contradictionsIn(values)) context.addIssue(problem);
  },
  // Also while a variable fails its own check: an operator can then correct everything at once.
  { when: () => true },
);

/**
 * Reads and checks all settings. Outside production, missing secrets are generated once and kept in
 * `DATA_DIR/secrets.json` (0600). Throws a SettingsError that lists all problems at once, one per line.
 */
export function readSettings(env: Environment): Settings {
  const { data, error } = schema.safeParse(pickVariables(env));
  if (error) throw new SettingsError(error.issues.map(({ message }) => message));
  const settings = toSettings(data);
  const { jwtSecret, edgeApiKey } = data;
  if (jwtSecret !== undefined && edgeApiKey !== undefined) return { ...settings, jwtSecret, edgeApiKey };
  const kept = keptSecrets(path.join(settings.dataDir, "secrets.json"));
  return { ...settings, jwtSecret: jwtSecret ?? kept.jwtSecret, edgeApiKey: edgeApiKey ?? kept.edgeApiKey };
}

/** Sets the port in the loopback origins: with PORT=0 the system chooses it. */
export function withPort(settings: Settings, port: number): Settings {
  const trustedOrigins = settings.trustedOrigins.map((origin) => origin.replace(/:0$/, `:${port}`));
  return { ...settings, port, trustedOrigins };
}

/**
 * The values by the keys of the schema. A value of only white space is absent, as is one that belongs to another absent
 * variable.
 */
function pickVariables(env: Environment): Environment {
  const valueOf = (name: string) => env[name]?.trim() || undefined;
  const isRead = (onlyWith: string | undefined) => onlyWith === undefined || valueOf(onlyWith) !== undefined;
  return Object.fromEntries(
    documentedVariables().map(({ key, name, onlyWith }) => [key, isRead(onlyWith) ? valueOf(name) : undefined]),
  );
}

/**
 * Groups related variables, and derives settings that depend on several of them; all others are passed through under
 * their own keys.
 */
function toSettings(values: EnvironmentValues) {
  const {
    jwtSecret,
    edgeApiKey: _edgeApiKey,
    allowEmbeddedDatabase: _understood,
    databaseEdgeConnections,
    databasePeopleConnections,
    databaseBackgroundConnections,
    nodeEnv,
    smtpUrl,
    mailFrom,
    fcmServiceAccount,
    fcmUrl,
    vapidPrivateKey,
    vapidSubject,
    googleClientId,
    googleClientSecret,
    oidcIssuer,
    oidcMaxAgeHours,
    visitGapHours,
    ...plain
  } = values;
  const { port, publicUrl, webAppUrl } = values;
  const production = nodeEnv === "production";
  const databaseConnections: PoolSizes = {
    people: databasePeopleConnections,
    edge: databaseEdgeConnections,
    background: databaseBackgroundConnections,
    probes: DEFAULT_POOL_SIZES.probes,
  };
  const own = publicUrl ?? ["localhost", "127.0.0.1", "[::1]"].map((name) => `http://${name}:${port}`);
  return {
    ...plain,
    /** No setting gives JWT_SECRET: it is kept in `DATA_DIR/secrets.json`. */
    isJwtSecretGenerated: jwtSecret === undefined,
    /** `NODE_ENV` is `production`. */
    production,
    /** Absolute. */
    dataDir: path.resolve(values.dataDir ?? ".data"),
    databaseConnections,
    /** Origins that may send the session cookie with a write, compared exactly. */
    trustedOrigins: [own, webAppUrl ?? [], values.trustedOrigins].flat().map((url) => new URL(url).origin),
    drainDelaySeconds: values.drainDelaySeconds ?? (production ? 5 : 0),
    visitGapMs: visitGapHours * 3_600_000,
    /** Undefined without SMTP_URL: mails are not sent, and their jobs show the links to admins. */
    mail:
      smtpUrl === undefined
        ? undefined
        : { url: smtpUrl, from: mailFrom ?? `Container inspection <no-reply@${hostOf(publicUrl)}>` },
    /** The publisher of events for terminal systems; undefined without TRADE_PARTY: none go out. */
    tradeEvents: publisherOf(values),
    /** Undefined without FCM_SERVICE_ACCOUNT: notices are not sent to phones. */
    push: fcmServiceAccount && { account: fcmServiceAccount, url: fcmUrl ?? "https://fcm.googleapis.com" },
    /**
     * Identity of this service for the push services of browsers; an absent scalar is derived from the JWT secret.
     */
    vapid: { scalar: vapidPrivateKey, subject: vapidSubject ?? contactOf(values) },
    /** Undefined without GOOGLE_CLIENT_ID: users cannot sign in with a provider. */
    signInProvider:
      googleClientId === undefined || googleClientSecret === undefined
        ? undefined
        : {
            issuer: oidcIssuer ?? "https://accounts.google.com",
            clientId: googleClientId,
            clientSecret: googleClientSecret,
            /** Undefined: any sign-in at the provider counts, however long ago it was. */
            ...(oidcMaxAgeHours !== undefined && { maxAgeSeconds: oidcMaxAgeHours * 3_600 }),
          },
  };
}

/** Reads `SMDG:ABC`. The check of the environment has refused a party without a place. */
function publisherOf(values: EnvironmentValues) {
  const { tradePartyName: name, tradeLocation: location, tradeFacility: facility } = values;
  const [list, code] = values.tradeParty?.split(":") ?? [];
  if (code === undefined || location === undefined) return undefined;
  return { code, codeList: list === "NMFTA" ? ("NMFTA" as const) : ("SMDG" as const), name, location, facility };
}

const hostOf = (publicUrl: string | undefined) => (publicUrl === undefined ? "localhost" : new URL(publicUrl).hostname);

/** Whom a push service may contact: the address of the service, or its admin where that is not public. */
const contactOf = ({ publicUrl, adminEmail }: Pick<EnvironmentValues, "publicUrl" | "adminEmail">) =>
  publicUrl?.startsWith("https:") ? publicUrl : `mailto:${adminEmail}`;
