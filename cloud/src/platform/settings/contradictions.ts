import type { EnvironmentValues } from "./environment.ts";

/**
 * The contradictions between variables, each with what to do. A value that failed its own check may have any shape
 * here, regardless of its type.
 */
export function contradictionsIn(values: EnvironmentValues): string[] {
  const problems = [...aiServiceProblems(values), ...archiveProblems(values)];
  if (values.adminEmail === values.edgeDefaultUserEmail)
    problems.push("ADMIN_EMAIL and EDGE_DEFAULT_USER_EMAIL name the same account: use two");
  if (values.databaseDirectUrl !== undefined && values.databaseUrl === undefined)
    problems.push("DATABASE_DIRECT_URL needs DATABASE_URL, the address of the pooler in front of it");
  if (values.trackingDatabaseUrl !== undefined && values.trackingDatabaseUrl === values.databaseUrl)
    problems.push("TRACKING_DATABASE_URL is the same as DATABASE_URL: name another database, or leave it out");
  if (values.databaseReadUrl !== undefined && values.databaseUrl === undefined)
    problems.push("DATABASE_READ_URL needs DATABASE_URL, the primary that it follows");
  if (values.databaseReadUrl !== undefined && values.databaseReadUrl === values.databaseUrl)
    problems.push("DATABASE_READ_URL is the same as DATABASE_URL: name a standby, or leave it out");
  if ((values.googleClientId === undefined) !== (values.googleClientSecret === undefined))
    problems.push("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both, or neither");
  if (values.tradeParty !== undefined && values.tradeLocation === undefined)
    problems.push("TRADE_PARTY needs TRADE_LOCATION, the UN/LOCODE of the gates (such as NLRTM)");
  return values.nodeEnv === "production" ? [...problems, ...productionProblems(values)] : problems;
}

function aiServiceProblems({ aiServiceUrls, aiServiceToken }: EnvironmentValues): string[] {
  if (aiServiceUrls.length === 0 || /^[\x21-\x7e]+$/.test(aiServiceToken)) return [];
  return ["AI_SERVICE_TOKEN must be the token of the service at AI_SERVICE_URL, in visible ASCII characters"];
}

function archiveProblems({ trackingArchiveAfterDays: afterDays, trackingRetentionDays }: EnvironmentValues): string[] {
  if (afterDays === undefined || afterDays < trackingRetentionDays) return [];
  return ["TRACKING_ARCHIVE_AFTER_DAYS must be below TRACKING_RETENTION_DAYS, after which events are deleted"];
}

function productionProblems(values: EnvironmentValues): string[] {
  const { jwtSecret, edgeApiKey, publicUrl, oidcIssuer, fcmUrl, fcmServiceAccount } = values;
  const problems = [...secretProblems("JWT_SECRET", jwtSecret, 32), ...secretProblems("EDGE_API_KEY", edgeApiKey, 24)];
  if (jwtSecret !== undefined && jwtSecret === edgeApiKey)
    problems.push("JWT_SECRET and EDGE_API_KEY are the same: use two different secrets");
  if (isPlainHttp(publicUrl)) problems.push("PUBLIC_URL is plain http: sessions need https in production");
  if (isPlainHttp(oidcIssuer)) problems.push("OIDC_ISSUER is plain http: sign-in needs https in production");
  if (isPlainHttp(fcmUrl) || isPlainHttp(fcmServiceAccount?.tokenUri))
    problems.push("FCM_URL or the token_uri of FCM_SERVICE_ACCOUNT is plain http: push needs https in production");
  if (values.databaseUrl === undefined && values.allowEmbeddedDatabase !== "true")
    problems.push(
      "DATABASE_URL is missing, and the embedded database can lose acknowledged writes in a power cut: " +
        "set DATABASE_URL, or ALLOW_EMBEDDED_DATABASE=true to accept that",
    );
  return problems;
}

function secretProblems(name: string, value: string | undefined, minLength: number): string[] {
  const advice = "make one with: openssl rand -base64 48";
  if (value === undefined) return [`${name} is missing: ${advice}`];
  if (value.length >= minLength && new Set(value).size >= 10) return [];
  return [`${name} is weak (at least ${minLength} characters, 10 of them different): ${advice}`];
}

const isPlainHttp = (url: unknown) => typeof url === "string" && url.startsWith("http:");
