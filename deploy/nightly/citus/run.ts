// The nightly part `citus`: the tests of a distributed tracking database, on the cluster whose coordinator CITUS_URL names,
// or on three nodes that this program starts where the machine has the extension.
import { spawnSync } from "node:child_process";
import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startCluster } from "./start-cluster.ts";

const NEEDS = `These tests need a Citus cluster: an installed extension, or a coordinator with two workers.

  - With CITUS_URL=postgres://postgres@host:port/database they use a running cluster: that of a superuser, since they create
    databases on each node and stop no node. One for a laptop: the image citusdata/citus with its docker-compose.yml.
  - Without CITUS_URL they start three nodes on loopback with the server of /usr/lib/postgresql/*/lib/citus.so. Debian and
    apt.postgresql.org have no package of it; repos.citusdata.com has (postgresql-17-citus-13.2), or build it from source.`;

const vitest = ["run", "--config", "deploy/nightly/vitest.config.ts", "cloud/bench/citus"];
const run = (url: string, folder: string) =>
  spawnSync("vitest", vitest, { stdio: "inherit", env: { ...process.env, CITUS_URL: url, CITUS_FOLDER: folder } })
    .status ?? 1;

const given = process.env["CITUS_URL"];
const [library] = globSync("/usr/lib/postgresql/*/lib/citus.so").toSorted().toReversed();
if (given) process.exitCode = run(given, "");
else if (library === undefined) {
  console.error(NEEDS);
  process.exitCode = 1;
} else {
  const folder = await mkdtemp(path.join(tmpdir(), "citus-"));
  const cluster = await startCluster(path.resolve(path.dirname(library), "../bin"), folder);
  try {
    process.exitCode = run(cluster.url, folder);
  } finally {
    cluster.stop();
    await rm(folder, { recursive: true });
  }
}
