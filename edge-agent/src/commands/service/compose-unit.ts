/** Values that the unit of the service depends on. */
export type UnitParts = {
  /** Absolute paths. */
  node: string;
  cli: string;
  configFile: string;
  dataDir: string;
  user: string;
  /** Folders besides the data folder that the agent writes, such as those of `folder:` cameras that move pictures. */
  writable: readonly string[];
  usesVideoDevices: boolean;
};

/** The configuration file that a unit starts the agent with; undefined where it names none. */
export function configFileOfUnit(unit: string): string | undefined {
  const written = /^ExecStart=.* --config ("(?:[^"\\]|\\.)*"|\S+)/m.exec(unit)?.[1];
  return written
    ?.replace(/^"(.*)"$/, "$1")
    .replaceAll(/\\(.)/g, "$1")
    .replaceAll("%%", "%")
    .replaceAll("$$", "$");
}

/** Seconds without a sign of life after which systemd restarts the agent. */
const WATCHDOG_SECONDS = 90;

/**
 * The systemd unit of the agent: restarted when it fails or hangs, except with exit code 78, which no restart mends. It
 * may write its folders only, and gain no rights.
 */
export function composeUnit(parts: UnitParts): string {
  const { node, cli, configFile, dataDir, user, writable, usesVideoDevices } = parts;
  const folders = [dataDir, ...writable].map(quote).join(" ");
  const devices = usesVideoDevices
    ? ["DevicePolicy=closed", "DeviceAllow=char-video4linux rw", "SupplementaryGroups=video"]
    : ["PrivateDevices=yes"];
  return `# Written by "edge-agent service install".
[Unit]
Description=Edge agent: watches cameras, scans loads and delivers the scans
Wants=network-online.target
After=network-online.target time-sync.target
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=all
ExecStart=${quote(node)} ${quote(cli)} run --config ${quote(configFile)}
ExecReload=/bin/kill -HUP $MAINPID
User=${user}
Restart=always
RestartSec=5
RestartPreventExitStatus=78
WatchdogSec=${WATCHDOG_SECONDS}
TimeoutStartSec=300
TimeoutStopSec=60
UMask=0077
OOMPolicy=stop

# The agent reads its configuration and writes its data, and nothing else.
ProtectSystem=strict
ReadWritePaths=${folders}
CacheDirectory=edge-agent
ProtectHome=read-only
PrivateTmp=yes
${devices.join("\n")}
NoNewPrivileges=yes
CapabilityBoundingSet=
AmbientCapabilities=
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProcSubset=all
RemoveIPC=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged
# The kernel reports whether the clock is synchronised. Setting it needs a capability, of which the service has none.
SystemCallFilter=adjtimex clock_adjtime
# Refused, and not ended: changing the owner of a file is optional.
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`;
}

/** Quotes a word as systemd does; % begins a specifier. */
const quote = (text: string) => {
  const escaped = text.replaceAll("%", "%%").replaceAll("$", "$$$$");
  return /^[\w./@:+,=%$-]+$/.test(escaped) ? escaped : `"${escaped.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
};
