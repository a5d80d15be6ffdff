import { z } from "zod";
import { readS3Url } from "../storage/s3-place.ts";
import { databaseVariables } from "./database-variables.ts";
import { readServiceAccount } from "./service-account.ts";
import { tracesVariables } from "./traces-variables.ts";
import { trackingVariables } from "./tracking-variables.ts";
import { tradeVariables } from "./trade-variables.ts";
import { signInVariables } from "./sign-in-variables.ts";
import { vapidVariables } from "./vapid-variables.ts";
import {
  address,
  ageRecipients,
  daysBySite,
  emailAddress,
  flag,
  fraction,
  matching,
  optionalWholeNumber,
  text,
  variables,
  webAddress,
  webAddresses,
  webSocketAddresses,
  wholeNumber,
} from "./variable.ts";

const MIN_PASSWORD_LENGTH = 12;

/**
 * Every environment variable: its check, its default and its row in the chapter about settings. A new setting is a row
 * here, and everything else follows from it: `Settings` has its value under the same key, and `npm --prefix cloud run
 * settings-table` writes the chapter's row.
 */
export const environment = z.object({
  port: wholeNumber({
    name: "PORT",
    fallback: 3000,
    min: 0,
    max: 65_535,
    meaning: "the port that the service listens on; 0 takes a free port",
  }),
  host: text({ name: "HOST", shownDefault: "every address", meaning: "the address that the service listens on" }),
  dataDir: text({
    name: "DATA_DIR",
    shownDefault: "`.data`",
    meaning: "the folder of pictures, generated secrets and the embedded database",
  }),
  ...databaseVariables,
  aiServiceUrls: webSocketAddresses({
    name: "AI_SERVICE_URL",
    meaning:
      "the service that runs the models for scans of users (`edge-agent serve`), as `wss://…`; several, separated by commas, share the " +
      "scans; without it these scans stay pending",
  }),
  aiServiceToken: z.string().default("").register(variables, {
    name: "AI_SERVICE_TOKEN",
    meaning: "the bearer token for `AI_SERVICE_URL`, the same for all its services",
  }),
  s3: z
    .string()
    .transform((value, context) => {
      if (value === "file") return undefined;
      const place = readS3Url(value);
      if (typeof place !== "string") return place;
      context.addIssue(`STORAGE_URL ${place} (such as s3://bucket/folder?region=eu-west-1, or file)`);
      return z.NEVER;
    })
    .optional()
    .register(variables, {
      name: "STORAGE_URL",
      shownDefault: "`file`",
      meaning: "where pictures are stored: as files under `DATA_DIR`, or in `s3://…` ([pictures](pictures.md))",
    }),
  backupRecipients: ageRecipients({
    name: "BACKUP_RECIPIENTS",
    meaning: "public keys of age (`age1…`), separated by commas: backups are encrypted for them",
  }),
  publicUrl: webAddress({
    name: "PUBLIC_URL",
    shownDefault: "loopback names",
    meaning: "the address that users open; its origin may send writes with the session cookie",
  }),
  webAppUrl: webAddress({
    name: "WEB_APP_URL",
    meaning:
      "a separate web application, whose origin may send writes as well; mailed links lead to it, otherwise to `/app/`",
  }),
  trustedOrigins: webAddresses({
    name: "TRUSTED_ORIGINS",
    meaning: "further origins that may send writes with the session cookie, separated by commas",
  }),
  trustedProxyHops: wholeNumber({
    name: "TRUSTED_PROXY_HOPS",
    fallback: 0,
    min: 0,
    max: 10,
    meaning:
      "how many proxies in front of the service add to `X-Forwarded-For`; rate limits count the address before them",
  }),
  illegalEscalationConfidence: fraction({
    name: "ILLEGAL_ESCALATION_CONFIDENCE",
    fallback: 0.5,
    meaning: "illegal goods that are found with at least this confidence hold a container, 0 to 1",
  }),
  visitGapHours: wholeNumber({
    name: "VISIT_GAP_HOURS",
    fallback: 72,
    min: 1,
    max: 8_760,
    meaning: "a scan or photo this many hours after a container's last one begins another visit, 1 to 8,760",
  }),
  jwtSecret: text({
    name: "JWT_SECRET",
    shownDefault: "generated",
    meaning: "signs sessions and codes of edge devices",
  }),
  edgeApiKey: text({
    name: "EDGE_API_KEY",
    shownDefault: "generated",
    meaning: "the shared key of edge devices that have no key of their own",
  }),
  edgeSilentMinutes: wholeNumber({
    name: "EDGE_SILENT_MINUTES",
    fallback: 5,
    min: 1,
    max: 1_440,
    meaning: "an edge device that has been silent for longer than this is reported",
  }),
  cameraFaultSeconds: wholeNumber({
    name: "CAMERA_FAULT_SECONDS",
    fallback: 120,
    min: 0,
    max: 86_400,
    meaning: "a camera that its device has reported as down or faulty for this long is reported",
  }),
  edgeDiskLowPercent: wholeNumber({
    name: "EDGE_DISK_LOW_PERCENT",
    fallback: 10,
    min: 1,
    max: 50,
    meaning: "an edge device with less free space than this, of its disk or for its queue, is reported",
  }),
  alertDigestSeconds: wholeNumber({
    name: "ALERT_DIGEST_SECONDS",
    fallback: 120,
    min: 0,
    max: 3_600,
    meaning: "an alert by mail waits this long for further ones, and the next mail to the same user five times as long",
  }),
  edgeDefaultUserEmail: emailAddress({
    name: "EDGE_DEFAULT_USER_EMAIL",
    fallback: "edge-device@localhost",
    meaning: "the account that owns what edge devices create without naming an account; it cannot sign in",
  }),
  adminEmail: emailAddress({
    name: "ADMIN_EMAIL",
    fallback: "admin@localhost",
    meaning: "the first admin; ignored if an admin exists",
  }),
  adminPassword: z
    .string()
    .min(MIN_PASSWORD_LENGTH, {
      error: `ADMIN_PASSWORD is too short: use ${MIN_PASSWORD_LENGTH} characters or more`,
    })
    .optional()
    .register(variables, {
      name: "ADMIN_PASSWORD",
      shownDefault: "generated",
      meaning: `the first admin's password, ${MIN_PASSWORD_LENGTH} characters or more; ignored if an admin exists`,
    }),
  smtpUrl: address(
    {
      name: "SMTP_URL",
      meaning:
        "the mail server, as `smtps://user:password@host`; without it mails are not sent, and email jobs show their links",
    },
    /^smtps?:$/,
    "is not a mail server's address (such as smtps://user:password@mail.example.com)",
  ),
  mailFrom: text({
    name: "MAIL_FROM",
    shownDefault: "`no-reply@` the host of `PUBLIC_URL`",
    onlyWith: "SMTP_URL",
    meaning: "the sender of mails",
  }),
  fcmServiceAccount: z
    .string()
    .transform((file, context) => {
      const read = readServiceAccount(file);
      if ("account" in read) return read.account;
      context.addIssue(`FCM_SERVICE_ACCOUNT: ${read.problem}`);
      return z.NEVER;
    })
    .optional()
    .register(variables, {
      name: "FCM_SERVICE_ACCOUNT",
      meaning:
        "the key file of a Firebase service account, for notices to supervisors' phones; without it notices are not sent, and " +
        "`/v1/admin/push-deliveries` lists them",
    }),
  fcmUrl: webAddress({
    name: "FCM_URL",
    shownDefault: "Google's",
    onlyWith: "FCM_SERVICE_ACCOUNT",
    meaning: "the address of Firebase Cloud Messaging",
  }),
  ...vapidVariables,
  webhookAllowPrivateAddresses: flag({
    name: "WEBHOOK_ALLOW_PRIVATE_ADDRESSES",
    meaning: "allows webhooks and push services at private, loopback and link-local addresses",
  }),
  ...tradeVariables,
  ...signInVariables,
  redisUrl: address(
    {
      name: "REDIS_URL",
      meaning:
        "counts rate limits in Redis (`rediss://:password@host:6379`) as well: requests that Redis refuses do not reach the database. " +
        "Both count what passes, so no caller gets fresh attempts when either is lost",
    },
    /^rediss?:$/,
    "is not a Redis address (such as rediss://:password@redis.example.com:6379)",
  ),
  ...trackingVariables,
  emailRetentionDays: wholeNumber({
    name: "EMAIL_RETENTION_DAYS",
    fallback: 90,
    min: 1,
    max: 3_650,
    meaning: "how long mails stay in the list of email jobs",
  }),
  pictureRetentionDays: optionalWholeNumber({
    name: "PICTURE_RETENTION_DAYS",
    shownDefault: "forever",
    min: 1,
    max: 36_500,
    meaning: "how long the pictures of scans, evidence and camera drifts are kept after their arrival",
  }),
  sitePictureRetentionDays: daysBySite({
    name: "SITE_PICTURE_RETENTION_DAYS",
    meaning:
      "how long the pictures of the cameras of a site are kept instead, as `id=days`, separated by commas, where the law of the site asks for another time; ids as in " +
      "`GET /v1/topology`",
  }),
  metricsToken: matching(
    {
      name: "METRICS_TOKEN",
      meaning:
        "a bearer token that opens `/metrics` to other machines; the only way in if `TRUSTED_PROXY_HOPS` is above 0",
    },
    /^[\x21-\x7e]{16,}$/,
    "is weak: 16 visible ASCII characters or more (make one with: openssl rand -hex 24)",
  ),
  ...tracesVariables,
  drainDelaySeconds: optionalWholeNumber({
    name: "DRAIN_DELAY_SECONDS",
    shownDefault: "5 in production, otherwise 0",
    min: 0,
    max: 60,
    meaning:
      "how long `/ready` answers 503 before the service stops listening, so that load balancers turn away from it",
  }),
  nodeEnv: text({
    name: "NODE_ENV",
    meaning: "`production` marks cookies `Secure`, and requires strong secrets, https and `DATABASE_URL`",
  }),
  allowEmbeddedDatabase: text({
    name: "ALLOW_EMBEDDED_DATABASE",
    shownDefault: "`false`",
    meaning: "`true` allows the embedded database in production, which can lose acknowledged writes in a power cut",
  }),
});

/** The values of the environment once each has passed its own check. */
export type EnvironmentValues = z.output<typeof environment>;

/** The documentation of every variable with its key, in the order of the chapter about settings. */
export function documentedVariables() {
  return Object.entries(environment.shape).map(([key, schema]) => {
    const documented = variables.get(schema);
    if (!documented) throw new Error(`the setting ${key} has no documentation`);
    return { key, ...documented };
  });
}
