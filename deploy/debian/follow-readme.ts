// Follows README.md as a new user would: its commands are run as written, in one shell of a bare Debian 12 that systemd has
// booted, and what each step names as its check is looked at. The release that is installed first is the present commit;
// it is upgraded to a made-up next one, which has one more migration, and rolled back.
// `node deploy/debian/follow-readme.ts [FOLDER]`: FOLDER holds such a Debian; without it, debootstrap makes one. The
// machine uses ports 80, 443, 3001, 3002, 5432, 6379, 8092, 9090, 9093 and 9100 of this one.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { bootMachine, makeMachine, missingPackages } from "./bare-machine.ts";
import { blocksOf, followOn } from "./follow-page.ts";
import { cloneReleases } from "./two-releases.ts";

const REPOSITORY = "/srv/repository";
const CURL = "curl -sS --cacert /etc/haproxy/inspection.crt --resolve inspection.example.com:443:127.0.0.1";
const SITE = "https://inspection.example.com";
const READY = "curl -s 127.0.0.1:3001/ready 127.0.0.1:3002/ready";
const IS_READY = /("status":"ready".*AI service is connected.*){2}/s;
const ALERTS = "amtool alert --alertmanager.url=http://127.0.0.1:9093";

const missing = missingPackages();
if (missing.length > 0 || process.getuid?.() !== 0) {
  console.error(`This needs root and ${missing.join(" ") || "nothing else"} (apt-get install ${missing.join(" ")}).`);
  process.exit(1);
}

const work = mkdtempSync(path.join(tmpdir(), "debian-"));
cloneReleases(path.join(work, "repository"));
const folder = process.argv[2] ?? path.join(work, "machine");
if (process.argv[2] === undefined) makeMachine(folder);
const machine = await bootMachine(folder, { [path.join(work, "repository")]: REPOSITORY });
const { run, check } = followOn(machine);
const readme = (section: string) => blocksOf(path.join(import.meta.dirname, "README.md"), section);

/** Asks through HAProxy five times a second while commands run, and expects every reply to be 200. */
async function withoutAnError(title: string, commands: string): Promise<void> {
  const ask = `while [ ! -e /tmp/done ]; do ${CURL} -o /dev/null -w '%{http_code}\\n' ${SITE}/v1/openapi.json; sleep 0.2; done > /tmp/codes 2>&1`;
  await run(title, `rm -f /tmp/done; (${ask}) & asking=$!\n${commands}\ntouch /tmp/done; wait "$asking"`);
  await check("sort /tmp/codes | uniq -c", /^\s*\d+ 200\s*$/);
}

const [packages = "", release = "", settings = "", database = "", replicas = "", trialCertificate = "", haproxy = ""] =
  readme("Install");
const [monitor = ""] = readme("Monitor");
const [backup = "", nightly = "", drill = ""] = readme("Back up and restore");
const [upgrade = ""] = readme("Upgrade");
const [rollBack = "", restore = ""] = readme("Roll back");

/** A scan of a container by the AI service, made through HAProxy; the first one creates the container. */
const RECORD = `PASSWORD=$(sed -n 's/^ADMIN_PASSWORD=//p' /etc/container-inspection/cloud.env)
SEND="${CURL} -H Origin:${SITE} -H Content-Type:application/json"
TOKEN=$($SEND ${SITE}/v1/user/auth/email/login -d "{\\"email\\":\\"admin@example.com\\",\\"password\\":\\"$PASSWORD\\"}" | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
$SEND -H "Authorization: Bearer $TOKEN" ${SITE}/v1/containers -d '{"containerNumber":"CSQU3054383"}'
ID=$($SEND -H "Authorization: Bearer $TOKEN" ${SITE}/v1/containers | sed 's/.*"items":\\[{"id":"\\([0-9a-f]*\\)".*/\\1/')
${CURL} --fail -H "Authorization: Bearer $TOKEN" -H Content-Type:image/jpeg --data-binary @/opt/container-inspection/edge-agent/models/samples/load-1.jpg \\
  "${SITE}/v1/containers/$ID/scans/category/stream"`;
const COUNT = "sudo -u postgres psql -At inspection -c 'select count(*) from scans'";

try {
  await run("packages", `apt-get update -q; ${packages}`);
  await check("hash -r; node --version", /^v24/m);
  await run(
    "the release before",
    `git config --global safe.directory '*'; REPOSITORY=${REPOSITORY} VERSION=old\n${release}`,
  );
  await run("settings", settings);
  await check("grep -nE '=$|PASSWORD@' /etc/container-inspection/cloud.env", /^\d+:BACKUP_RECIPIENTS=\s*$/);
  await run("database", database);
  await check("inspection-cloud --help", /restore-pictures/);
  await run("replicas", replicas);
  await check(READY, IS_READY);
  await run("load balancer", trialCertificate + haproxy);
  await check(`${CURL} ${SITE}/ready`, /"status":"ready"/);
  await check(`${CURL} -o /dev/null -w '%{http_code}' ${SITE}/metrics`, /404/);
  await run("a record", RECORD);
  await check(COUNT, /^1$/m);

  await run("monitoring", monitor);
  await check("promtool query instant http://127.0.0.1:9090 up", /(3001.*=> 1 .*3002.*=> 1 )/s);
  await check("amtool check-config /etc/prometheus/alertmanager.yml", /SUCCESS.*2 receivers/s);
  await check(
    "ss -ltnH | awk '{print $4}'",
    /^(?!.*(\*|0\.0\.0\.0):(3001|3002|5432|6379|8092|9090|9093|9094|9100)\b)/s,
  );
  await run("a replica is stopped", "systemctl stop inspection-cloud@2");
  await check("curl -s http://127.0.0.1:9090/api/v1/alerts", /CloudReplicaDown.*pending/);
  await check(`${CURL} -o /dev/null -w '%{http_code}' ${SITE}/app/`, /200/);
  await check(ALERTS, /CloudReplicaDown/, 13);
  await run("a replica is started", "systemctl start inspection-cloud@2");
  await check("curl -s http://127.0.0.1:9090/api/v1/alerts", /"alerts":\[\]/);

  await run("a backup", backup + nightly);
  await run("a restore beside the service", drill);
  await check("sudo -u postgres psql -At drill -c 'select count(*) from scans'", /^1$/m);
  await check("stat -c %a /etc/container-inspection/drill.env", /600/);

  await withoutAnError("an upgrade", `VERSION=new\n${upgrade}`);
  await check(READY, IS_READY);
  await check("ls -l /proc/$(systemctl show -P MainPID inspection-cloud@1)/cwd", /container-inspection-new/);
  await run("a record of the newer release", RECORD);
  await check(COUNT, /^2$/m);
  await withoutAnError("rolling back", `VERSION=old\n${rollBack}`);
  await check(READY, /("status":"ready".*newer.*AI service is connected.*){2}/s);
  await run("a record of the older release", RECORD);
  await check(COUNT, /^3$/m);
  await run("the backup of before", restore.replace("before-…", "before-new"));
  await check(READY, IS_READY);
  await check(COUNT, /^1$/m);
} finally {
  await machine.stop();
  if (process.argv[2] === undefined) rmSync(work, { recursive: true, force: true });
}
