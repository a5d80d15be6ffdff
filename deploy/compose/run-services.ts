// Starts the services of compose.yaml without containers: each as a process of this machine, with the command, the
// environment and the files that the file gives it. Addresses such as `redis:6379` become free ports of loopback, and paths
// of a container become paths below a folder of the service.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, createWriteStream, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Service, Services } from "./read-compose.ts";

const here = import.meta.dirname;
const root = path.resolve(here, "../..");
/** VersityGW, which no package of Debian has; the nightly part builds it. */
export const versitygw = path.join(root, ".cache/compose/versitygw");

type Program = { line: string[]; environment?: Record<string, string> };

/** Returns the program that the image of a service starts, set to listen on a loopback port. */
function programOf(name: string, { image, entrypoint, command = [] }: Service, port: string | undefined): Program {
  const listens = { ...(port !== undefined && { PORT: port }), HOST: "127.0.0.1", DATA_DIR: "/data" };
  if (entrypoint) return { line: [...entrypoint, ...command, `--web.listen-address=127.0.0.1:${port}`] };
  if (name === "proxy") return { line: ["haproxy", "-db", "-f", "/usr/local/etc/haproxy/haproxy.cfg"] };
  if (name === "redis") return { line: [...command, "--bind", "127.0.0.1", "--port", port ?? "", "--dir", "/tmp"] };
  if (name === "storage") return { line: [versitygw, ...command], environment: { VGW_PORT: `127.0.0.1:${port}` } };
  if (image.includes("cloud")) return { line: node("cloud/src/main.ts", command), environment: listens };
  return { line: node("edge-agent/src/cli.ts", command) };
}

const node = (program: string, command: string[]) => [process.execPath, path.join(root, program), ...command];

type Started = { child: ChildProcess; log: () => string };

/**
 * Starts services below `folder`. `addresses` maps each address within the network of the containers to its local
 * replacement; `replacements` are made in configuration files and commands as well.
 */
export function createRunner(
  folder: string,
  services: Services,
  addresses: Record<string, string>,
  replacements: Record<string, string>,
) {
  const children: { name: string; child: ChildProcess }[] = [];

  /** Lays out the files of a service, and returns how its texts are rewritten. */
  function layOut(name: string, { volumes = [] }: Service): { place: string; rewrite: (text: string) => string } {
    const place = path.join(folder, name);
    const mounts = volumes.map((volume) => {
      const [source = "", target = ""] = volume.split(":");
      return { source: path.resolve(here, source), target, isNamed: !/^[./]/.test(source) };
    });
    const targets = ["/data", "/tmp", ...mounts.map(({ target }) => target)];
    const rewrite = rewriter({ ...addresses, ...replacements, ...inFolder(place, targets) });
    for (const target of targets) mkdirSync(path.join(place, path.dirname(target)), { recursive: true });
    for (const folderName of ["/data", "/tmp", ...mounts.filter(({ isNamed }) => isNamed).map(({ target }) => target)])
      mkdirSync(path.join(place, folderName), { recursive: true });
    for (const { source, target, isNamed } of mounts) {
      if (isNamed || statSync(source).isDirectory()) continue;
      if (/\.(cfg|yaml)$/.test(source)) writeFileSync(path.join(place, target), rewrite(readFileSync(source, "utf8")));
      else copyFileSync(source, path.join(place, target));
    }
    return { place, rewrite };
  }

  return {
    /** Starts a service; `command` replaces that of the file. */
    start(name: string, command?: string[]): Started {
      const known = services[name];
      if (!known) throw new Error(`compose.yaml has no service "${name}"`);
      const service: Service = { ...known, ...(command && { command }) };
      const [, address] = Object.entries(addresses).find(([within]) => within.startsWith(`${name}:`)) ?? [];
      const port = address?.split(":")[1];
      const { place, rewrite } = layOut(name, service);
      const { line, environment = {} } = programOf(name, service, port);
      const given = Object.entries({ ...service.environment, ...environment }).flatMap(([key, value]) =>
        value === null ? [] : [[key, rewrite(value)]],
      );
      const [program = "", ...args] = line.map((text) => (text.startsWith(root) ? text : rewrite(text)));
      const PATH = `${process.env["PATH"]}:/usr/sbin`;
      const child = spawn(program, args, {
        cwd: path.join(place, "data"),
        env: { PATH, ...Object.fromEntries(given) },
        stdio: ["ignore", "pipe", "pipe"],
      });
      const logFile = path.join(folder, `${name}-${children.length}.log`);
      const log = createWriteStream(logFile);
      for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
      children.push({ name, child });
      return { child, log: () => readFileSync(logFile, "utf8").slice(-2_000) };
    },
    /** Kills the process of a service. */
    kill(name: string): void {
      children.findLast((each) => each.name === name)?.child.kill("SIGKILL");
    },
    async stop(): Promise<void> {
      for (const { child } of children.toReversed())
        if (child.exitCode === null && child.signalCode === null && child.kill("SIGTERM")) await once(child, "exit");
    },
  };
}

const inFolder = (place: string, targets: string[]) =>
  Object.fromEntries(targets.map((target) => [target, path.join(place, target)]));

/** Replaces all keys at once, the longest first, so that nothing is replaced twice. */
function rewriter(replacements: Record<string, string>): (text: string) => string {
  const keys = Object.keys(replacements).toSorted((left, right) => right.length - left.length);
  const pattern = new RegExp(keys.map((key) => key.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join("|"), "g");
  return (text) => text.replaceAll(pattern, (found) => replacements[found] ?? found);
}
