import { execFileSync, spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { copyFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.resolve(import.meta.dirname, "../..");
/** Files in the folder of the site: a video for the camera, and a picture for each model. */
const SITE_FILES = ["deploy/demo/loads.mp4", ...["load-1.jpg", "door-1.png", "x-ray-1.png"].map(sample)];
const CONFIGURATION = `cloud: { url: "http://127.0.0.1:9", apiKey: key-of-this-device }
device: { id: gate-1 }
dataDir: data
models:
  category: { file: "bundled:category-demo" }
  damage: { file: "bundled:damage-demo" }
  contraband: { file: "bundled:contraband-demo" }
cameras: [{ id: top, url: "file:loads.mp4" }]
stations: [{ id: gate-1, camera: top, model: category, container: { fixed: CSQU3054383 } }]
`;
/** Pattern by which Linux recognises a program for arm64, and the emulator that runs it. */
const ARM64_PROGRAMS = [
  ":qemu-aarch64:M:",
  String.raw`\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00`,
  String.raw`\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff`,
  "/usr/bin/qemu-aarch64-static:F",
].join(":");
/** A user namespace has separate interpreters: those of the machine do not change. Needs Linux 6.7. */
const EMULATED = {
  namespaces: ["--map-root-user", "--mount", "--net", "--pid", "--fork"],
  // No /sys: it would show the processor of this machine, with which the emulated program crashes.
  setUp: [
    "mount -t binfmt_misc none /proc/sys/fs/binfmt_misc",
    `printf %s "$PROGRAMS" >/proc/sys/fs/binfmt_misc/register`,
  ],
};
const NATIVE = { namespaces: ["--mount", "--net"], setUp: [] };

export type Try = readonly [line: string, code: number, output: RegExp];
export type BareSystem = ReturnType<typeof openBareSystem>;

/** A bare Debian in a folder, in which command lines run in a network that reaches nothing; needs root. */
export function openBareSystem(system: string, { isEmulated = false }: { isEmulated?: boolean } = {}) {
  const { namespaces, setUp } = isEmulated ? EMULATED : NATIVE;
  const script = [
    ...setUp,
    `mount -t proc none '${system}/proc'`,
    `mount --rbind /dev '${system}/dev'`,
    "ip link set lo up",
    `exec env -i HOME=/root LINE="$LINE" PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin chroot '${system}' sh -c "$LINE"`,
  ].join(" && ");
  const run = (line: string): { code: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync("unshare", [...namespaces, "sh", "-c", script], {
      encoding: "utf8",
      env: { ...process.env, LINE: `cd /site && ${line}`, PROGRAMS: ARM64_PROGRAMS },
    });
    if (stderr !== "") console.log(stderr);
    return { code: status, output: stdout };
  };
  return {
    folder: system,
    run,
    /** Runs command lines one after the other, and throws if the result of one is not as expected. */
    runAll(tries: readonly Try[]): void {
      for (const [line, code, expected] of tries) {
        const found = run(line);
        const isRight = found.code === code && expected.test(found.output);
        console.log(`${isRight ? "ok  " : "FAIL"} ${line}: exit code ${found.code}\n${found.output}`);
        if (!isRight) throw new Error(`"${line}" did not do what it should: exit code ${code}, ${expected}`);
      }
    },
  };
}

/** Unpacks a tarball into a system as a technician does, and returns the link to its program. */
export function unpackTarball({ folder }: BareSystem, tarball: string): string {
  const [opt, link] = [path.join(folder, "opt/edge-agent"), path.join(folder, "usr/local/bin/edge-agent")];
  for (const each of [opt, link]) rmSync(each, { recursive: true, force: true });
  for (const each of [opt, path.dirname(link)]) mkdirSync(each, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", opt, "--strip-components=1"]);
  symlinkSync("/opt/edge-agent/bin/edge-agent", link);
  return link;
}

/** Writes a configuration of a site without a line, and the files that it uses. */
export function writeSite(site: string): void {
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site);
  writeFileSync(path.join(site, "edge-agent.yaml"), CONFIGURATION);
  for (const file of SITE_FILES) copyFileSync(path.join(root, file), path.join(site, path.basename(file)));
}

/** Makes a key that signs releases, in a folder: `release-key.pem`, which is returned, and `release-key.pub.pem`. */
export function makeReleaseKey(folder: string): string {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const [secret, shared] = [path.join(folder, "release-key.pem"), path.join(folder, "release-key.pub.pem")];
  writeFileSync(secret, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600 });
  writeFileSync(shared, publicKey.export({ type: "spki", format: "pem" }));
  return secret;
}

/** Builds the release of a product, signed with a new key, and checks sums and signature as a technician does. */
export function buildSigned(work: string, product: string, ...options: string[]): { tarball: string; deb: string } {
  const env = { ...process.env, RELEASE_KEY: makeReleaseKey(work) };
  const build = fileURLToPath(import.meta.resolve("./build.ts"));
  execFileSync(process.execPath, [build, work, "--product", product, ...options], { stdio: "inherit", env });
  const verify =
    "openssl pkeyutl -verify -pubin -inkey release-key.pub.pem -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig";
  execFileSync("sh", ["-c", `${verify} && sha256sum --check SHA256SUMS`], { cwd: work, stdio: "inherit" });
  const built = (end: string) => path.join(work, readdirSync(work).find((name) => name.endsWith(end)) ?? "");
  return { tarball: built(".tar.gz"), deb: built(".deb") };
}

function sample(name: string): string {
  return `edge-agent/models/samples/${name}`;
}
