import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { serviceAccountFile } from "../../notices/push/testing.ts";
import { readSettings, withPort } from "./settings.ts";

const folder = mkdtempSync(path.join(tmpdir(), "env-"));
afterAll(() => rmSync(folder, { recursive: true }));
const base = { DATA_DIR: folder };
const production = {
  ...base,
  NODE_ENV: "production",
  DATABASE_URL: "postgres://app:pw@db/inspection",
  PUBLIC_URL: "https://inspection.example.com",
  JWT_SECRET: "Zk3vT9qLw8xYb2RmN5cJ7hPdF4sGaU6e",
  EDGE_API_KEY: "Qw7eR2tY9uI4oP6aS1dF8gH3",
};

describe("outside production", () => {
  test("needs no variable: every setting has its default", () => {
    const { jwtSecret: _jwt, edgeApiKey: _key, ...settings } = readSettings(base);
    expect(settings).toEqual({
      production: false,
      isJwtSecretGenerated: true,
      port: 3000,
      host: undefined,
      dataDir: folder,
      databaseUrl: undefined,
      databaseConnections: { people: 5, edge: 6, background: 3, probes: 2 },
      s3: undefined,
      backupRecipients: [],
      publicUrl: undefined,
      webAppUrl: undefined,
      trustedOrigins: ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"],
      trustedProxyHops: 0,
      redisUrl: undefined,
      emailRetentionDays: 90,
      metricsToken: undefined,
      otlpEndpoint: undefined,
      otelServiceName: undefined,
      otelSampler: "parentbased_always_on",
      otelSamplerArg: 1,
      databaseReadWaitMs: 250,
      drainDelaySeconds: 0,
      edgeSilentMinutes: 5,
      cameraFaultSeconds: 120,
      edgeDiskLowPercent: 10,
      alertDigestSeconds: 120,
      trackingRetentionDays: 30,
      trackingArchiveCacheMb: 1024,
      trackingArchiveMemoryMb: 512,
      trackingArchiveThreads: 2,
      pictureRetentionDays: undefined,
      sitePictureRetentionDays: {},
      visitGapMs: 72 * 3_600_000,
      edgeDefaultUserEmail: "edge-device@localhost",
      illegalEscalationConfidence: 0.5,
      adminEmail: "admin@localhost",
      adminPassword: undefined,
      aiServiceUrls: [],
      aiServiceToken: "",
      vapid: { scalar: undefined, subject: "mailto:admin@localhost" },
      webhookAllowPrivateAddresses: false,
      tradeEvents: undefined,
      tradeFacility: "POTE",
    });
  });

  test("sets the connections of each kind of work, and checks the addresses of a pooler and of Postgres", () => {
    const addresses = { DATABASE_URL: "postgres://pooler:6432/one", DATABASE_DIRECT_URL: "postgres://db:5432/one" };
    const sizes = {
      DATABASE_EDGE_CONNECTIONS: "12",
      DATABASE_PEOPLE_CONNECTIONS: "1",
      DATABASE_BACKGROUND_CONNECTIONS: "2",
    };
    expect(readSettings({ ...base, ...addresses, ...sizes })).toMatchObject({
      databaseUrl: addresses.DATABASE_URL,
      databaseDirectUrl: addresses.DATABASE_DIRECT_URL,
      databaseConnections: { people: 1, edge: 12, background: 2 },
    });
    expect(() => readSettings({ ...base, DATABASE_DIRECT_URL: addresses.DATABASE_DIRECT_URL })).toThrow(
      "DATABASE_DIRECT_URL needs DATABASE_URL",
    );
    const read = { ...addresses, DATABASE_READ_URL: "postgres://standby:5432/one", DATABASE_READ_WAIT_MS: "40" };
    expect(readSettings({ ...base, ...read })).toMatchObject({
      databaseReadUrl: read.DATABASE_READ_URL,
      databaseReadWaitMs: 40,
    });
    expect(() => readSettings({ ...base, DATABASE_READ_URL: read.DATABASE_READ_URL })).toThrow(
      "DATABASE_READ_URL needs DATABASE_URL",
    );
    expect(() => readSettings({ ...base, ...addresses, DATABASE_READ_URL: addresses.DATABASE_URL })).toThrow(
      "DATABASE_READ_URL is the same as DATABASE_URL",
    );
    expect(() => readSettings({ ...base, ...addresses, DATABASE_EDGE_CONNECTIONS: "0" })).toThrow(
      "DATABASE_EDGE_CONNECTIONS",
    );
  });

  test("checks the variables of OpenTelemetry where a collector is named", () => {
    const wrong = { OTEL_TRACES_SAMPLER: "sometimes", OTEL_TRACES_SAMPLER_ARG: "2" };
    expect(readSettings({ ...base, ...wrong })).toMatchObject({ otlpEndpoint: undefined, otelSamplerArg: 1 });
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" };
    expect(readSettings({ ...base, ...endpoint })).toMatchObject({ otlpEndpoint: "http://collector:4318" });
    expect(() => readSettings({ ...base, ...endpoint, ...wrong })).toThrow(
      /OTEL_TRACES_SAMPLER is "sometimes": it must be one of always_on, .*\n.*OTEL_TRACES_SAMPLER_ARG is "2"/,
    );
  });

  test("generates secrets once, readable by their owner only", () => {
    const first = readSettings(base);
    expect(readSettings(base)).toEqual(first);
    expect(first.jwtSecret.length).toBeGreaterThanOrEqual(32);
    expect(statSync(path.join(folder, "secrets.json")).mode & 0o777).toBe(0o600);
    expect(readSettings({ ...base, EDGE_API_KEY: "mine" })).toMatchObject({
      edgeApiKey: "mine",
      jwtSecret: first.jwtSecret,
    });
  });

  test("reports a damaged secrets file with what to do, and does not change it", () => {
    const damaged = mkdtempSync(path.join(folder, "damaged-"));
    writeFileSync(path.join(damaged, "secrets.json"), "{");
    expect(() => readSettings({ DATA_DIR: damaged })).toThrow(/secrets\.json is damaged .*delete it/);
    expect(readFileSync(path.join(damaged, "secrets.json"), "utf8")).toBe("{");
  });
});

describe("the AI service", () => {
  test("needs a WebSocket address together with its token", () => {
    const named = { ...base, AI_SERVICE_URL: "wss://ai.example.com/models", AI_SERVICE_TOKEN: "a-token" };
    expect(readSettings(named)).toMatchObject({ aiServiceUrls: [named.AI_SERVICE_URL], aiServiceToken: "a-token" });
    const several = readSettings({ ...named, AI_SERVICE_URL: "wss://one.example.com, ws://10.0.0.2:8092" });
    expect(several.aiServiceUrls).toEqual(["wss://one.example.com", "ws://10.0.0.2:8092"]);
    expect(() => readSettings({ ...named, AI_SERVICE_TOKEN: "" })).toThrow(/AI_SERVICE_TOKEN must be/);
    expect(() => readSettings({ ...named, AI_SERVICE_TOKEN: "two words" })).toThrow(/AI_SERVICE_TOKEN must be/);
    for (const url of ["http://ai.example.com", "ai.example.com", "wss://me@ai.example.com", "wss://ai.example.com,x"])
      expect(() => readSettings({ ...named, AI_SERVICE_URL: url })).toThrow(/AI_SERVICE_URL is not a WebSocket/);
  });
});

describe("mail and sign-in with Google", () => {
  test("are enabled by their settings", () => {
    const env = { ...base, PUBLIC_URL: "https://gate.example.com", SMTP_URL: "smtp://mail:25" };
    const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
    expect(readSettings({ ...env, ...google })).toMatchObject({
      mail: { url: "smtp://mail:25", from: "Container inspection <no-reply@gate.example.com>" },
      signInProvider: { issuer: "https://accounts.google.com", clientId: "id", clientSecret: "secret" },
    });
    const limited = readSettings({ ...env, ...google, OIDC_MAX_AGE_HOURS: "12" });
    expect(limited.signInProvider?.maxAgeSeconds).toBe(43_200);
  });

  test.each([
    [{ SMTP_URL: "mail.example.com" }, /SMTP_URL is not a mail server's address/],
    [{ GOOGLE_CLIENT_ID: "id" }, /GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together/],
    [
      { ...production, GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "s", OIDC_ISSUER: "http://x.y" },
      /OIDC_ISSUER is plain/,
    ],
  ])("stop the start when their settings are wrong: %o", (env, problem) => {
    expect(() => readSettings({ ...base, ...env })).toThrow(problem);
  });
});

describe("push", () => {
  const file = path.join(folder, "service-account.json");
  const read = (account: unknown, env = {}) => {
    writeFileSync(file, typeof account === "string" ? account : JSON.stringify(account));
    return readSettings({ ...base, ...env, FCM_SERVICE_ACCOUNT: file });
  };

  test("is enabled by the key of a service account", () => {
    const url = "https://fcm.googleapis.com";
    const account = { projectId: "inspection-demo", tokenUri: "https://oauth2.googleapis.com/token" };
    expect(read(serviceAccountFile())).toMatchObject({ push: { url, account } });
    expect(read(serviceAccountFile(), { FCM_URL: "http://localhost:9099/" })).toMatchObject({
      push: { url: "http://localhost:9099" },
    });
  });

  test("stops the start with the error in the file", () => {
    const missing = () => readSettings({ ...base, FCM_SERVICE_ACCOUNT: path.join(folder, "missing.json") });
    expect(missing).toThrow(/FCM_SERVICE_ACCOUNT: .*missing\.json cannot be read as JSON \(ENOENT/);
    expect(() => read("{")).toThrow(/cannot be read as JSON/);
    expect(() => read([])).toThrow(/is not a service account's key/);
    expect(() => read({ type: "authorized_user" })).toThrow(/type must be "service_account".*Firebase console/);
    expect(() => read(serviceAccountFile({ token_uri: "ftp://x" }))).toThrow(/token_uri must be a web address/);
    expect(() => read(serviceAccountFile({ private_key: "x" }))).toThrow(/contains no RSA private key/);
    const production = { ...base, NODE_ENV: "production", FCM_URL: "http://fcm.example.com" };
    expect(() => read(serviceAccountFile(), production)).toThrow(/FCM_URL .* plain http/);
  });
});

describe("trusted origins", () => {
  test("are the loopback names on the port that the system chose", () => {
    const settings = withPort(readSettings({ ...base, PORT: "0", TRUSTED_ORIGINS: "https://app.example.com" }), 5_000);
    const own = ["http://localhost:5000", "http://127.0.0.1:5000", "http://[::1]:5000"];
    expect(settings.trustedOrigins).toEqual([...own, "https://app.example.com"]);
  });

  test("are those of PUBLIC_URL, WEB_APP_URL and TRUSTED_ORIGINS, as browsers write them", () => {
    const settings = readSettings({
      ...base,
      PUBLIC_URL: "https://Inspection.Example.com/base/",
      WEB_APP_URL: "https://app.example.com",
      TRUSTED_ORIGINS: " https://a.example.com:443 ,http://b.example.com:8080,",
    });
    expect(settings.trustedOrigins).toEqual([
      "https://inspection.example.com",
      "https://app.example.com",
      "https://a.example.com",
      "http://b.example.com:8080",
    ]);
  });
});

describe("production", () => {
  test("starts with real secrets, https and Postgres", () => {
    expect(readSettings(production)).toMatchObject({ production: true, jwtSecret: production.JWT_SECRET });
  });

  test.each([
    ["JWT_SECRET is missing", { JWT_SECRET: "" }],
    ["JWT_SECRET is weak", { JWT_SECRET: "short" }],
    ["JWT_SECRET is weak", { JWT_SECRET: "a".repeat(64) }],
    ["EDGE_API_KEY is missing", { EDGE_API_KEY: undefined }],
    ["EDGE_API_KEY is weak", { EDGE_API_KEY: "1234567890" }],
    ["are the same", { EDGE_API_KEY: production.JWT_SECRET }],
    ["PUBLIC_URL is plain http", { PUBLIC_URL: "http://inspection.example.com" }],
    ["DATABASE_URL is missing", { DATABASE_URL: undefined }],
  ])("does not start when %s", (problem, change) => {
    expect(() => readSettings({ ...production, ...change })).toThrow(problem);
  });

  test("accepts the embedded database with ALLOW_EMBEDDED_DATABASE=true", () => {
    const settings = { ...production, DATABASE_URL: undefined, ALLOW_EMBEDDED_DATABASE: "true" };
    expect(readSettings(settings).databaseUrl).toBeUndefined();
  });
});

test("reports every problem at once", () => {
  const wrong = {
    NODE_ENV: "production",
    PORT: "80a",
    TRUSTED_PROXY_HOPS: "-1",
    TRACKING_RETENTION_DAYS: "0",
    PICTURE_RETENTION_DAYS: "0",
    ILLEGAL_ESCALATION_CONFIDENCE: "1.5",
    WEB_APP_URL: "app.example.com",
    TRUSTED_ORIGINS: "*",
    DATABASE_URL: "mysql://db",
    STORAGE_URL: "s3://key:secret@bucket",
    WEBHOOK_ALLOW_PRIVATE_ADDRESSES: "yes",
    ADMIN_EMAIL: "admin",
    ADMIN_PASSWORD: "short",
  };
  let message = "";
  try {
    readSettings(wrong);
  } catch (error) {
    message = String(error);
  }
  for (const name of [...Object.keys(wrong).filter((key) => key !== "NODE_ENV"), "JWT_SECRET", "EDGE_API_KEY"])
    expect(message).toContain(`- ${name} `);
});

describe("STORAGE_URL", () => {
  const read = (value: string) => readSettings({ ...base, STORAGE_URL: value }).s3;

  test.each([
    ["file", undefined],
    ["s3://pictures", { bucket: "pictures", prefix: "", region: undefined, endpoint: undefined }],
    [
      "s3://pictures/a/b/?region=eu-west-1&endpoint=http%3A%2F%2F127.0.0.1%3A9000",
      { bucket: "pictures", prefix: "a/b", region: "eu-west-1", endpoint: "http://127.0.0.1:9000" },
    ],
    [
      "s3://my.pictures/?endpoint=https://s3.example.com",
      { bucket: "my.pictures", prefix: "", region: undefined, endpoint: "https://s3.example.com" },
    ],
  ])("%s is accepted", (value, place) => expect(read(value)).toEqual(place));

  test.each([
    ["https://pictures.s3.amazonaws.com", "neither file nor an S3 address"],
    ["pictures", "neither file nor an S3 address"],
    ["s3://", "invalid bucket name"],
    ["s3://P", "invalid bucket name"],
    ["s3://key:secret@pictures", "AWS_SECRET_ACCESS_KEY"],
    ["s3://pictures/a b", "characters other than"],
    ["s3://pictures?regoin=eu-west-1", "unknown option: regoin"],
    ["s3://pictures?region=", "invalid region"],
    ["s3://pictures?endpoint=minio:9000", "not a web address"],
  ])("%s stops the start", (value, problem) => expect(() => read(value)).toThrow(problem));
});
