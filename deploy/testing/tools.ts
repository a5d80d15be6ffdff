import { spawnSync } from "node:child_process";
import { accessSync, constants, globSync, readFileSync } from "node:fs";
import path from "node:path";

type Tool = {
  /** Names of programs, looked for in the folders of the PATH, or absolute patterns of files; one of them is enough. */
  places: readonly string[];
  /** Judges a program that was found; without it, each will do. */
  works?: (file: string) => boolean;
  /** Files without which the tool does not work, where hiding its program would hide more than it. */
  hides?: readonly string[];
  install: string;
};

/** Debian's Python, whose packages include GStreamer: another Python on the PATH has none of them. */
const PYTHON = "/usr/bin/python3";
const GST = "import gi; gi.require_version('GstRtspServer', '1.0'); from gi.repository import GstRtspServer";
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** Versions of moto before this one miscalculate listings. */
const OLDEST_MOTO = [5, 2, 5] as const;

/** Tools that tests need beside Node.js and git, with the commands that install them on Debian. */
export const tools = {
  "/usr/bin/pgbackrest": { places: ["/usr/bin/pgbackrest"], install: "apt-get install pgbackrest" },
  /** Postgres as Debian's packages install it, which pgBackRest knows. */
  "/usr/lib/postgresql": { places: ["/usr/lib/postgresql/*/bin/initdb"], install: "apt-get install postgresql" },
  Linux: { places: ["/proc/self/exe"], hides: [], install: "run it on Linux" },
  age: { places: ["age"], install: "apt-get install age" },
  /** The one without windows needs a fifth less processor time. */
  chromium: { places: ["/usr/bin/chromium-headless-shell", ...CHROMIUM], install: "apt-get install chromium" },
  /** Chromium with windows, the only one that shows notifications. */
  "chromium with windows": { places: CHROMIUM, install: "apt-get install chromium" },
  cvlc: { places: ["cvlc"], install: "apt-get install vlc-bin vlc-plugin-base" },
  "dpkg-deb": { places: ["dpkg-deb"], install: "run it on Debian, or apt-get install dpkg" },
  gcc: { places: ["gcc"], works: compilesC, install: "apt-get install gcc libc6-dev" },
  "gst-rtsp-server": {
    places: [PYTHON],
    works: (python) => answers(python, "-c", GST),
    hides: ["/usr/lib/*/girepository-1.0/GstRtspServer-1.0.typelib"],
    install: "apt-get install python3-gi gir1.2-gst-rtsp-server-1.0 gstreamer1.0-plugins-good glib-networking",
  },
  haproxy: { places: ["haproxy"], install: "apt-get install haproxy" },
  moto_server: {
    places: ["moto_server"],
    works: isNewMoto,
    install: 'pipx install "moto[s3]==5.2.5" && pipx inject moto flask flask-cors',
  },
  /** A network of the program's own, with a separate name server. */
  "network namespaces": {
    places: ["unshare"],
    works: (unshare) =>
      answers(
        unshare,
        "--map-root-user",
        "--mount",
        "--net",
        "sh",
        "-c",
        "ip link set lo up && mount --bind /dev/null /etc/resolv.conf",
      ),
    hides: [],
    install: "apt-get install util-linux iproute2, and allow user namespaces",
  },
  nginx: { places: ["nginx"], install: "apt-get install nginx-light" },
  openssl: { places: ["openssl"], install: "apt-get install openssl" },
  pgbouncer: { places: ["pgbouncer"], install: "apt-get install pgbouncer" },
  podman: { places: ["podman"], install: "apt-get install podman" },
  /** Debian 12 has an older one, which has no config. */
  "podman-compose": {
    places: ["podman-compose"],
    works: (program) => answers(program, "config", "--help"),
    install: "pipx install podman-compose==1.6.0",
  },
  promtool: { places: ["promtool"], install: "apt-get install prometheus" },
  "redis-server": { places: ["redis-server"], install: "apt-get install redis-server" },
  schemathesis: {
    places: ["schemathesis"],
    works: (program) => answers(program, "--version"),
    install: "pipx install schemathesis",
  },
  script: { places: ["script"], install: "apt-get install bsdutils" },
  "systemd-analyze": { places: ["systemd-analyze"], install: "apt-get install systemd" },
} as const satisfies Record<string, Tool>;

export type ToolName = keyof typeof tools;

const found = new Map<ToolName, string | undefined>();

/** The file of a tool; undefined where the machine lacks it. */
export function findTool(name: ToolName): string | undefined {
  if (!found.has(name)) found.set(name, look(tools[name]));
  return found.get(name);
}

/** The files without which a tool is missing, all of them. */
export const filesOf = (name: ToolName): string[] => {
  const { places, hides }: Tool = tools[name];
  return hides ? hides.flatMap((pattern) => globSync(pattern)) : places.flatMap(filesAt);
};

const look = ({ places, works = () => true }: Tool): string | undefined =>
  places.flatMap(filesAt).find((file) => works(file));

function filesAt(place: string): string[] {
  if (path.isAbsolute(place)) return globSync(place).filter(isProgram);
  // Debian keeps some where only root's PATH leads.
  const folders = [...(process.env["PATH"] ?? "").split(path.delimiter), "/usr/sbin"];
  return folders.map((folder) => path.join(folder, place)).filter(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function answers(program: string, ...args: string[]): boolean {
  return spawnSync(program, args).status === 0;
}

/** A compiler without the headers of the C library compiles nothing that includes one. */
function compilesC(gcc: string): boolean {
  const options = ["-fsyntax-only", "-x", "c", "-"];
  return spawnSync(gcc, options, { input: "#include <stdio.h>\n" }).status === 0;
}

/** Asks the Python that the command's first line names, since the command itself does not print its version. */
function isNewMoto(command: string): boolean {
  const [, python] = /^#!\s*(\S+)/.exec(readFileSync(command, "utf8")) ?? [];
  if (python === undefined) return false;
  const program = "import importlib.metadata as m; print(m.version('moto'))";
  const { stdout } = spawnSync(python, ["-c", program], { encoding: "utf8" });
  const version = (stdout ?? "").trim().split(".").map(Number);
  const first = OLDEST_MOTO.findIndex((part, place) => part !== version[place]);
  return first < 0 || (version[first] ?? 0) > (OLDEST_MOTO[first] ?? 0);
}
