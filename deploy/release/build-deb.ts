import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Platform } from "./platforms.ts";

const LAUNCHER = `#!/bin/sh
export EDGE_AGENT_CONFIG="\${EDGE_AGENT_CONFIG:-/etc/edge-agent/edge-agent.yaml}"
exec /usr/lib/edge-agent/bin/edge-agent "$@"
`;

const CONFIGURED = `#!/bin/sh
set -e
[ "$1" = configure ] || exit 0
if ! getent passwd edge-agent >/dev/null; then
  useradd --system --user-group --home-dir /etc/edge-agent --no-create-home --shell /usr/sbin/nologin edge-agent
fi
if [ ! -d /etc/edge-agent ]; then
  mkdir -m 0750 /etc/edge-agent
  chown edge-agent:edge-agent /etc/edge-agent
fi
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  # What runs goes on with this version: it commits its last scans first, and delivers the stored ones afterwards.
  systemctl try-restart edge-agent.service
fi
`;

const REMOVED = `#!/bin/sh
set -e
[ "$1" = remove ] || exit 0
if [ -e /etc/systemd/system/edge-agent.service ]; then edge-agent service uninstall; fi
`;

/** Records that were not delivered are lost with no package. */
const PURGED = `#!/bin/sh
set -e
[ "$1" = purge ] || exit 0
if [ -d /etc/edge-agent ]; then
  echo "The configuration and the stored records of the edge agent stay in /etc/edge-agent." >&2
fi
`;

const ARCHITECTURES: Partial<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

/**
 * Builds a Debian package from a release that is laid out in \`tree\`, and returns its file. Needs dpkg-deb. The program
 * is in /usr/lib/edge-agent, its configuration and data in /etc/edge-agent, which belongs to the user edge-agent.
 */
export function buildDeb(tree: string, output: string, version: string, { cpu }: Platform): string {
  const architecture = ARCHITECTURES[cpu];
  if (architecture === undefined) throw new Error(`no Debian package can be built for ${cpu}`);
  const work = mkdtempSync(path.join(tmpdir(), "deb-"));
  try {
    const [lib, bin, control] = ["usr/lib", "usr/bin", "DEBIAN"].map((name) => path.join(work, name));
    for (const folder of [lib, bin, control]) mkdirSync(folder ?? "", { recursive: true });
    chmodSync(work, 0o755);
    cpSync(tree, `${lib}/edge-agent`, { recursive: true, verbatimSymlinks: true });
    writeFileSync(`${bin}/edge-agent`, LAUNCHER, { mode: 0o755 });
    const scripts = { postinst: CONFIGURED, prerm: REMOVED, postrm: PURGED };
    for (const [name, text] of Object.entries(scripts)) writeFileSync(`${control}/${name}`, text, { mode: 0o755 });
    writeFileSync(`${control}/control`, composeControl(version, architecture));
    const file = path.join(output, `edge-agent_${version}_${architecture}.deb`);
    execFileSync("dpkg-deb", ["--root-owner-group", "-Zzstd", "--build", work, file], { stdio: "inherit" });
    return file;
  } finally {
    rmSync(work, { recursive: true });
  }
}

const composeControl = (version: string, architecture: string) => `Package: edge-agent
Version: ${version}
Architecture: ${architecture}
Maintainer: Container inspection <edge-agent@localhost>
Section: net
Priority: optional
Depends: libc6 (>= 2.36), passwd
Recommends: fonts-dejavu-core
Description: watches cameras and X-ray scanners, scans loads and delivers the scans
 Keeps every result on disk while the line to the cloud is down. Set it up with
 "sudo -u edge-agent edge-agent init" and then
 "sudo edge-agent service install --user edge-agent".
`;
