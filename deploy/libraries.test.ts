import { describe, expect, test } from "vitest";
import { isProduct, readSources } from "./read-imports.ts";

const product = readSources().filter(isProduct);
const imports = product.flatMap((source) => source.imports);

describe("one library, one door", () => {
  test.each([
    ["drizzle-orm", /^cloud\/src\/(platform\/db\/|.*-store\.ts$)/],
    ["pg", /^cloud\/src\/platform\/db\//],
    ["@electric-sql/pglite", /^cloud\/src\/platform\/db\//],
    ["@duckdb/node-api", /^cloud\/src\/fleet\/tracking\/archive\/duckdb\.ts$/],
    ["pg-boss", /^cloud\/src\/platform\/jobs\//],
    ["nodemailer", /^cloud\/src\/notices\/mail\//],
    ["otpauth", /^cloud\/src\/people\/second-factors\/authenticator-app\.ts$/],
    ["@simplewebauthn/server", /^cloud\/src\/people\/second-factors\/passkeys\.ts$/],
    ["openid-client", /^cloud\/src\/people\/sign-in\//],
    ["ioredis", /^cloud\/src\/platform\/rate-limits\//],
    ["prom-client", /^cloud\/src\/platform\/metrics\//],
    ["csv-parse", /^cloud\/(src\/inspection\/manifests\/importing|console\/src\/manifests\/import)\//],
    ["edifact", /^cloud\/src\/inspection\/manifests\/importing\/formats\/edifact\//],
    ["web-push", /^cloud\/src\/notices\/web-push\//],
    ["jose", /^cloud\/src\/(people\/auth|notices\/push)\//],
    ["@flystorage", /^cloud\/src\/platform\/storage\//],
    ["@aws-sdk/client-s3", /^cloud\/src\/platform\/storage\//],
    ["better-sqlite3", /^edge-agent\/src\/(outbox|care\/drift)\//],
    ["undici", /^(edge-agent\/src\/(forwarding|cameras)|cloud\/src\/platform\/outbound)\//],
    ["@opentelemetry", /^shared-schemas\/src\/telemetry\.ts$/],
    ["onnxruntime-node", /^edge-agent\/src\/inference\//],
    ["node-av", /^edge-agent\/src\/cameras\//],
    ["@peculiar/x509", /^edge-agent\/src\/page\/certificate\.ts$/],
    ["ws", /^(cloud\/src\/platform\/ai|edge-agent\/src\/ai-service)\//],
  ])("%s", (library, door) => {
    const through = imports.filter(({ target }) => target === library || target.startsWith(`${library}/`));
    expect(through.length).toBeGreaterThan(0);
    expect(through.filter(({ from }) => !door.test(from))).toEqual([]);
  });
});

test("OpenTelemetry is loaded only where traces are switched on", () => {
  const sdk = imports.filter(({ target }) => target === "shared-schemas/src/telemetry.ts");
  expect([...new Set(sdk.map(({ from }) => from))].toSorted()).toEqual([
    "cloud/src/platform/traces/open-traces.ts",
    "edge-agent/src/base/traces/open-traces.ts",
  ]);
  const loading = imports.filter(({ target, typeOnly }) => target.endsWith("/traces/open-traces.ts") && !typeOnly);
  expect(loading.map(({ from, isLate }) => ({ from, isLate }))).toEqual([
    { from: "cloud/src/main.ts", isLate: true },
    { from: "edge-agent/src/composition/open-delivery.ts", isLate: true },
  ]);
});

// Each is a private part of a library, and a test beside it fails where a new version of the library has none.
test("objects of libraries are changed in five places", () => {
  const changing = product.filter(
    ({ file, text }) => file.startsWith("cloud/src/") && /\bObject\.assign\((?!\{|new |root|status)/.test(text),
  );
  expect(changing.map(({ file }) => file).toSorted()).toEqual([
    "cloud/src/platform/db/compose-once.ts",
    "cloud/src/platform/db/intercept-queries.ts",
    "cloud/src/platform/http/body-steps.ts",
    "cloud/src/platform/http/linger.ts",
    "cloud/src/platform/traces/trace-parts.ts",
  ]);
});
