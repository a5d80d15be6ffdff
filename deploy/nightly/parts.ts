/** One long check: a program that exits with 0 on success. */
export type NightlyPart = {
  name: string;
  /** Statement that the part proves, for the list of parts. */
  about: string;
  /** Run from the root of the checkout, with the pinned Node.js first on the PATH; at most 75 minutes. */
  command: [program: string, ...args: string[]];
};

/**
 * The nightly parts, in the order in which they run. What takes longer than `.ci/run` allows, or needs what CI may
 * lack, belongs here.
 */
export const parts: NightlyPart[] = [
  {
    name: "loaded",
    about:
      "the whole test suite, with all its tries, passes six times in a row with a load of 8, over several runs: no test depends on timing",
    command: ["node", "deploy/nightly/run-loaded.ts"],
  },
  {
    name: "bare",
    about:
      "npm start and npm test work on a Debian that has nothing but git and Node.js 20, as root in a private folder and as an ordinary user (root, debootstrap)",
    command: ["node", "deploy/nightly/bare/run.ts"],
  },
  {
    name: "power-cut",
    about: "4,000 power cuts during eight kinds of work lose no acknowledged record of the outbox",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/power-cut/power-cut.nightly.ts"],
  },
  {
    name: "upgrade",
    about:
      "200 power cuts during an upgrade and its rollback, and 200 kills, leave the unit with a whole release each time; without one of its syncs, they do not",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/power-cut/upgrade.nightly.ts"],
  },
  {
    name: "simulation",
    about: "the delivery keeps its promise in as many seeded schedules as fit into 55 minutes, ten million at most",
    command: ["node", "deploy/simulation/main.ts"],
  },
  {
    name: "gates",
    about:
      "simulated gates record no capture under another vehicle's number and none of two vehicles under one passage, in as many schedules as fit into 5 minutes",
    command: ["node", "deploy/simulation/gates/main.ts", "--minutes", "5", "--all"],
  },
  {
    name: "faults",
    about:
      "a gate, its line, its disk, the AI service and two processes of the cloud fail 500 times, and 200 power cuts: nothing is lost, recorded twice or parked",
    command: ["node", "deploy/faults/main.ts"],
  },
  {
    name: "long-life",
    about:
      "432,000 pictures of four cameras leave no memory, descriptor, thread or process behind (GStreamer's server)",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/walk/long-life.nightly.ts"],
  },
  {
    name: "plug",
    about: "a camera's plug that is pulled 200 times leaves nothing behind (GStreamer's server)",
    command: [
      "vitest",
      "run",
      "--config",
      "deploy/nightly/vitest.config.ts",
      "edge-agent/src/cameras/testing/plug.nightly.ts",
    ],
  },
  {
    name: "demo",
    about:
      "npm start shows signed scans under their manifests, whose judgements are computed equal from their case files, stops on Ctrl-C, and continues with its data",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/walk/demonstration.nightly.ts"],
  },
  {
    name: "first-days",
    about:
      "an administrator, an operator, two supervisors, a site manager and a user with a phone have their first day at the demonstration's site, whose power fails (Chromium)",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/walk/first-days"],
  },
  {
    name: "fuzz",
    about: "no request made up from the OpenAPI document, at every limit of it too, gets a wrong reply",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/walk/fuzz.nightly.ts"],
  },
  {
    name: "roll-out",
    about:
      "a signed model is rolled out to ten agents; one refuses it, and the console shows which and why (Chromium); a shadow is compared, stopped, compared again and promoted",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/walk/roll-outs.nightly.ts"],
  },
  {
    name: "rtsp",
    about:
      "the lines from an RTSP camera to the agent and from there to the cloud are cut: each scan is recorded once, in its order (GStreamer's server)",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/walk/rtsp-walk.nightly.ts"],
  },
  {
    name: "load-balancers",
    about: "HAProxy and nginx as the examples configure them lose no request of two replicas (haproxy, nginx-light)",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/walk/load-balancers.nightly.ts"],
  },
  {
    name: "watching",
    about:
      "a user's request makes an agent send pictures within seconds, through another process, and end with the user",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/walk/watching"],
  },
  {
    name: "traces",
    about:
      "the OpenTelemetry Collector, built of its Go modules, gets each scan from its frame to the webhook in one trace",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/walk/traces.nightly.ts"],
  },
  {
    name: "kubernetes",
    about: "the Helm chart with each example of its values: linted, rendered, valid against the schemas of Kubernetes",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/kubernetes/chart.nightly.ts"],
  },
  {
    name: "images",
    about:
      "the images are built, small, and run as a user on a read-only root; the cloud takes a scan through the other",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/images/images.nightly.ts"],
  },
  {
    name: "compose",
    about:
      "the services of compose.yaml as processes: a device joins, scans are recorded once, a replica is killed, and Prometheus sees it",
    command: ["vitest", "run", "--config", "deploy/nightly/vitest.config.ts", "deploy/compose/compose.nightly.ts"],
  },
  {
    name: "debian",
    about:
      "the commands of deploy/debian/README.md on a bare Debian 12 with systemd: two replicas, monitoring, an alert, backup, restore, an upgrade and rolling back without a failed request (root, debootstrap, systemd-container; it uses fixed ports of this machine)",
    command: ["node", "deploy/debian/follow-readme.ts"],
  },
  {
    name: "load",
    about:
      "2,000 devices that were offline for an hour come back at once: nothing lost, no 500, and people are served meanwhile",
    command: ["node", "deploy/load/main.ts"],
  },
  {
    name: "soak",
    about:
      "fifty devices work for an hour with outages, one of them of all at once: nothing lost, no 500, people are served, and memory does not grow",
    command: ["node", "deploy/load/soak.ts"],
  },
  {
    name: "capacity",
    about: "what a scan, tracking, a heartbeat and a read cost in processor time and bytes, and what many cameras need",
    command: ["node", "deploy/load/capacity.ts"],
  },
  {
    name: "citus",
    about:
      "tracking in a database of its own on three nodes of Citus: nothing lost or doubled, one worker per camera; and what it costs",
    command: ["node", "deploy/nightly/citus/run.ts"],
  },
  {
    name: "release",
    about:
      "the release of the edge agent on a bare Debian 12 without a network: tarball and package run, are upgraded and rolled back, and purged (root, debootstrap)",
    command: ["node", "deploy/release/try-offline.ts"],
  },
  {
    name: "release-cloud",
    about:
      "the cloud's package on a Debian 12 with PostgreSQL and without a network: installed, signed in, a scan kept, upgraded to a made-up next release with one more migration, rolled back, purged; and its tarball (root, debootstrap, systemd-container)",
    command: ["node", "deploy/release/try-cloud.ts"],
  },
  {
    name: "release-upgrade",
    about:
      "an agent under systemd is upgraded, rolled back and upgraded again while pictures come in and the cloud is down, from its tarball and then by its packages: each picture is recorded once, on one chain (root, debootstrap, systemd-container)",
    command: ["node", "deploy/release/try-upgrade.ts"],
  },
  {
    name: "release-arm64",
    about:
      "the release for arm64, built here, finds in an emulator what the models find on this machine, and keeps its records (root, qemu-user-static, debootstrap)",
    command: ["node", "deploy/release/try-arm64.ts"],
  },
  {
    name: "python",
    about: "the training code of the bundled model: linted, formatted, its assignment and its loss tested",
    command: ["node", "deploy/nightly/run-python.ts"],
  },
  {
    name: "mutation-rules",
    about: "no mutant of the pure rules, the order of scans and the visits survives their tests",
    command: ["stryker", "run", "deploy/nightly/mutation/rules.mjs"],
  },
  {
    name: "mutation-match",
    about: "no mutant of the manifest match survives its tests",
    command: ["stryker", "run", "deploy/nightly/mutation/match.mjs"],
  },
  {
    name: "mutation-outbox",
    about: "at least 85 % of the mutants of the outbox and of the handling of answers are detected",
    command: ["stryker", "run", "deploy/nightly/mutation/outbox.mjs"],
  },
  {
    name: "mutation-receipts",
    about: "at least 85 % of the mutants of the idempotency receipts are detected",
    command: ["stryker", "run", "deploy/nightly/mutation/receipts.mjs"],
  },
  {
    name: "broken-lines",
    about: "a line broken on purpose in each of twenty modules turns the tests red that guard it",
    command: ["node", "deploy/nightly/broken-lines/run.ts"],
  },
  {
    name: "lists",
    about: "every list, filter and search on two years of data uses an index",
    command: [
      "vitest",
      "run",
      "--config",
      "deploy/nightly/vitest.config.ts",
      "cloud/bench/lists/every-list.nightly.ts",
    ],
  },
  {
    name: "rules",
    about: "the match releases honest loads and stops dishonest ones, within the limits set before its rules",
    command: ["node", "cloud/bench/rules.bench.ts"],
  },
  {
    name: "officer",
    about:
      "the 89 cases that failed in the review of a customs risk officer, and one of lists, have the outcome that the officer wants, and each case file is computed again with equal findings",
    command: ["node", "cloud/bench/officer.bench.ts"],
  },
  {
    name: "tracking",
    about: "the tracker is not below ByteTrack in MOTA, IDF1 and switches at 30, 10 and 5 frames a second",
    command: ["node", "edge-agent/bench/tracking/compare.bench.ts"],
  },
];
