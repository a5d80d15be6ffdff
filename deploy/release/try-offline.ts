// node deploy/release/try-offline.ts [SYSTEM]: builds the tarball, unpacks it on a bare Debian 12 without any network,
// and runs it there. SYSTEM is the folder of such a system; without it, debootstrap makes one. Needs root.
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const work = mkdtempSync(path.join(tmpdir(), "try-offline-"));
const given = process.argv[2];
const system = given ?? path.join(work, "debian-12");
const run = (program: string, ...args: string[]) => void execFileSync(program, args, { stdio: "inherit" });

const CONFIGURATION = `cloud: { url: "http://127.0.0.1:9", apiKey: key-of-this-device }
device: { id: gate-1 }
dataDir: data
models: { category: { file: "bundled:category-demo" } }
cameras: [{ id: top, url: "file:loads.mp4" }]
stations: [{ id: gate-1, camera: top, model: category, container: { fixed: CSQU3054383 } }]
`;

/** Command lines on the bare system, their exit codes and what they print: no cloud can be reached there. */
const tries: readonly (readonly [line: string, code: number, output: RegExp])[] = [
  ["--version", 0, /^\d+\.\d+\.\d+\n$/],
  ["model check bundled:category-demo", 0, /passed: equal to the measurement on 5 golden pictures/],
  ["scan --container CSQU3054383 --image load.jpg --wait 1", 3, /4 findings by category-demo .*\n.*carton/],
  ["run --once", 3, /ok {3}camera top: 640 × 480 pixels\n.*\n.*category-scan of CSQU3054383.*stored/],
  ["queue status", 0, /^waiting {4}2 \(2 category-scan\)/],
];

/** Runs a command line in the system, in a network of its own that reaches nothing. */
function runThere(line: string): { code: number | null; output: string } {
  const script = [
    `mount -t proc none '${system}/proc'`,
    `mount --bind /dev '${system}/dev'`,
    "ip link set lo up",
    `exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot '${system}' sh -c 'cd /site && /usr/local/bin/edge-agent ${line}'`,
  ].join(" && ");
  const { status, stdout, stderr } = spawnSync("unshare", ["--mount", "--net", "sh", "-c", script], {
    encoding: "utf8",
  });
  if (stderr !== "") console.log(stderr);
  return { code: status, output: stdout };
}

try {
  if (given === undefined) run("debootstrap", "--variant=minbase", "bookworm", system);
  run(process.execPath, path.join(import.meta.dirname, "build.ts"), work);
  const tarball = readdirSync(work).find((name) => name.endsWith(".tar.gz"));
  const [opt, site, link] = ["opt", "site", "usr/local/bin/edge-agent"].map((name) => path.join(system, name));
  for (const folder of [`${opt}/edge-agent`, site, link]) rmSync(folder ?? "", { recursive: true, force: true });
  mkdirSync(`${opt}/edge-agent`);
  run("tar", "-xzf", path.join(work, tarball ?? ""), "-C", `${opt}/edge-agent`, "--strip-components=1");
  symlinkSync("/opt/edge-agent/bin/edge-agent", link ?? "");
  mkdirSync(site ?? "");
  writeFileSync(`${site}/edge-agent.yaml`, CONFIGURATION);
  copyFileSync(path.join(root, "deploy/demo/loads.mp4"), `${site}/loads.mp4`);
  copyFileSync(path.join(root, "edge-agent/models/samples/load-1.jpg"), `${site}/load.jpg`);
  const failed = tries.filter(([line, code, expected]) => {
    const found = runThere(line);
    const isRight = found.code === code && expected.test(found.output);
    console.log(`${isRight ? "ok  " : "FAIL"} edge-agent ${line}: exit code ${found.code}\n${found.output}`);
    return !isRight;
  });
  if (failed.length > 0) throw new Error(`${failed.length} of ${tries.length} command lines failed`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
