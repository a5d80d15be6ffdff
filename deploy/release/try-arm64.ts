// node deploy/release/try-arm64.ts [SYSTEM]: builds and signs the release for arm64 on another processor, and runs it
// in an emulator (qemu-user-static) on a bare Debian 12 for arm64 without any network: its models must find the same
// things as on this machine, a camera's video is decoded, and the outbox keeps the records. SYSTEM is the folder of
// such a system; without it, debootstrap unpacks one. Needs root and Linux 6.7.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type BareSystem, buildSigned, openBareSystem, type Try, unpackTarball, writeSite } from "./bare-system.ts";
import { checkBinaries } from "./check-binaries.ts";

const NEEDED = { "/usr/bin/qemu-aarch64-static": "qemu-user-static", "/usr/sbin/debootstrap": "debootstrap" };
const AGENT = fileURLToPath(import.meta.resolve("../../edge-agent/src/cli.ts"));
/** The program on the bare system, with the configuration of the site, in whose folder it runs. */
const AGENT_THERE = "EDGE_AGENT_CONFIG=edge-agent.yaml edge-agent";
/** A processor of another kind rounds otherwise: scores and shares of the picture may differ by as much. */
const TOLERANCE = { confidence: 0.001, areaPercent: 0.05 };

const tries: readonly Try[] = [
  ["uname -m", 0, /^aarch64\n$/],
  [`${AGENT_THERE} --version`, 0, /^\d+\.\d+\.\d+\n$/],
  [`${AGENT_THERE} model check bundled:category-demo`, 0, /passed: equal to the measurement on 5 golden pictures/],
  // Decoding takes the emulator a minute.
  [
    `${AGENT_THERE} run --once --timeout 300`,
    3,
    /ok {3}camera top: 640 × 480 pixels\n.*\n.*category-scan of CSQU3054383.*stored/,
  ],
];
const scans = [
  ["category", "load-1.jpg"],
  ["damage", "door-1.png"],
  ["contraband", "x-ray-1.png"],
] as const;
/** Check for the records of the camera and three scans; the agent of the package opens the same outbox. */
const waiting: Try = [`${AGENT_THERE} queue status`, 0, /^waiting {4}4 \(4 category-scan\)/];

type Detection = { className: string; confidence: number; areaPercent: number };

/** Reads the detections that a scan has printed; the scan must end with 3, because no cloud can be reached. */
function readDetections({ code, output }: { code: number | null; output: string }): Detection[] {
  if (code !== 3) throw new Error(`a scan ended with ${code}: ${output}`);
  const { detections }: { detections: Detection[] } = JSON.parse(output);
  return detections;
}

/** Throws where a model finds anything else on the emulated processor than on this one. */
function compareScans(bare: BareSystem, site: string): void {
  for (const [model, picture] of scans) {
    const line = ["scan", "--model", model, "--container", "CSQU3054383", "--image", picture, "--wait", "1", "--json"];
    const found = readDetections(bare.run(`${AGENT_THERE} ${line.join(" ")}`));
    const here = spawnSync(process.execPath, [AGENT, ...line], { cwd: site, encoding: "utf8" });
    const wanted = readDetections({ code: here.status, output: here.stdout });
    const isEqual = found.length === wanted.length && found.every((one, index) => isAlike(one, wanted[index]));
    console.log(`${isEqual ? "ok  " : "FAIL"} scan of ${picture} by ${model}`);
    console.log(`  arm64: ${describe(found)}\n  here:  ${describe(wanted)}`);
    if (!isEqual || wanted.length === 0) throw new Error(`${model} finds something else on arm64 than here`);
  }
}

const describe = (list: readonly Detection[]): string =>
  list.map(({ className, confidence, areaPercent }) => `${className} ${confidence} ${areaPercent} %`).join(", ");

function isAlike(found: Detection, wanted: Detection | undefined): boolean {
  if (found.className !== wanted?.className) return false;
  const isNear = (name: keyof typeof TOLERANCE) => Math.abs(found[name] - wanted[name]) <= TOLERANCE[name];
  return isNear("confidence") && isNear("areaPercent");
}

const lacking = Object.entries(NEEDED).filter(([file]) => !existsSync(file));
if (lacking.length > 0) throw new Error(`Debian packages are missing: ${lacking.map(([, name]) => name).join(", ")}`);
const work = mkdtempSync(path.join(tmpdir(), "try-arm64-"));
try {
  const system = process.argv[2] ?? path.join(work, "debian-12");
  const bootstrap = ["--foreign", "--arch=arm64", "--variant=minbase", "bookworm", system];
  // Unpacked and not configured: the agent needs the C library and a shell.
  if (process.argv[2] === undefined) execFileSync("debootstrap", bootstrap, { stdio: "inherit" });
  // Where debootstrap may make no devices, /proc is a link, to that of this machine.
  const proc = path.join(system, "proc");
  if (lstatSync(proc).isSymbolicLink()) rmSync(proc);
  mkdirSync(proc, { recursive: true });
  const { tarball, deb } = buildSigned(work, "edge-agent", "--platform", "linux-arm64");
  const bare = openBareSystem(system, { isEmulated: true });
  const link = unpackTarball(bare, tarball);
  checkBinaries(path.join(system, "opt/edge-agent"), "arm64");
  const sites = [path.join(system, "site"), path.join(work, "site")];
  for (const site of sites) writeSite(site);
  bare.runAll(tries);
  compareScans(bare, path.join(work, "site"));
  bare.runAll([waiting]);
  for (const each of [link, path.join(system, "opt/edge-agent")]) rmSync(each, { recursive: true });
  execFileSync("dpkg-deb", ["--extract", deb, system]);
  bare.runAll([waiting]);
} finally {
  rmSync(work, { recursive: true, force: true });
}
