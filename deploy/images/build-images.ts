// Builds the images without a registry: their base comes from Debian's mirror, their Node.js is the pinned one.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const cache = path.join(root, ".cache/images");
const MIRROR = "http://deb.debian.org/debian";
const BASE = "localhost/container-inspection-base";
const NODE = "localhost/container-inspection-node";
const CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt";
/** Folders whose content Debian's own slim images leave out. */
const UNUSED = ["var/cache/apt", "var/lib/apt/lists", "usr/share/doc", "usr/share/man", "usr/share/locale"];

/** Runs a program to its end and returns its standard output; throws with all of its output when it fails. */
export function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (status === 0) return stdout.trim();
  throw new Error(`${program} ${args.join(" ")} failed: ${error?.message ?? `${stdout}${stderr}`.slice(-4_000)}`);
}

/** Builds `container-inspection-NAME` and returns how it is called. */
export function buildImage(name: string): string {
  const tag = `localhost/container-inspection-${name}`;
  buildBase();
  run(
    "podman",
    "build",
    "--pull=never",
    "--isolation=chroot",
    "--layers=false",
    "--format=docker",
    `--build-arg=BASE_IMAGE=${BASE}`,
    `--build-arg=NODE_IMAGE=${NODE}`,
    `--file=deploy/images/${name}.Dockerfile`,
    `--tag=${tag}`,
    ".",
  );
  return tag;
}

/** The size of an image as a registry keeps it, in millions of bytes. */
export function compressedMegabytes(tag: string): number {
  const folder = mkdtempSync(path.join(tmpdir(), "image-"));
  try {
    run("buildah", "push", "-q", tag, `oci:${folder}`);
    return Number(run("du", "-sb", path.join(folder, "blobs")).split("\t")[0]) / 1e6;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function buildBase(): void {
  const rootfs = path.join(cache, "bookworm");
  mkdirSync(cache, { recursive: true });
  if (!existsSync(path.join(rootfs, "etc/debian_version")))
    run("debootstrap", "--variant=minbase", "bookworm", rootfs, MIRROR);
  const archive = path.join(cache, "bookworm.tar");
  run("tar", "-cf", archive, ...UNUSED.map((folder) => `--exclude=./${folder}/*`), "-C", rootfs, ".");
  run("podman", "import", "--quiet", archive, BASE);
  rmSync(archive);

  // As the official image of Node.js has it; with the certificates of this machine, which may be behind a proxy.
  const container = run("buildah", "from", BASE);
  const into = (source: string, target: string) => run("buildah", "copy", "-q", container, source, target);
  into(process.execPath, "/usr/local/bin/node");
  into(path.join(run("npm", "root", "--global", "--prefix=/usr"), "npm"), "/usr/local/lib/node_modules/npm");
  for (const program of ["npm", "npx"]) {
    const target = `../lib/node_modules/npm/bin/${program}-cli.js`;
    run("buildah", "run", "--isolation=chroot", container, "ln", "-sf", target, `/usr/local/bin/${program}`);
  }
  if (existsSync(CERTIFICATES)) into(CERTIFICATES, CERTIFICATES);
  const env = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"].flatMap((name) => ["--env", `${name}=${CERTIFICATES}`]);
  run("buildah", "config", ...env, container);
  run("buildah", "commit", "-q", "--rm", container, NODE);
}
