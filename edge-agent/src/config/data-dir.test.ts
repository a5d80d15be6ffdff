import path from "node:path";
import { expect, test } from "vitest";
import { dataDirOf } from "./data-dir.ts";

const nothing = () => false;

test.each([
  ["/etc/edge-agent", "/var/lib/edge-agent"],
  ["/etc/gates/gate-2", "/var/lib/gates/gate-2"],
  ["/etc", "/var/lib/edge-agent"],
  ["/srv/gate-1", "/srv/gate-1/.data/edge-agent"],
  ["/etcetera", "/etcetera/.data/edge-agent"],
])("the data of a configuration in %s that names no folder is in %s", (folder, dataDir) => {
  expect(dataDirOf(folder, undefined, nothing)).toBe(dataDir);
});

test.each([
  ["data", "/etc/edge-agent/data"],
  ["../../srv/data", "/srv/data"],
  ["/mnt/disk", "/mnt/disk"],
])("a folder that the configuration names is used as it is written: %s", (setting, dataDir) => {
  expect(dataDirOf("/etc/edge-agent", setting, nothing)).toBe(dataDir);
});

test("records that are stored beside a configuration under /etc stay in use", () => {
  const beside = path.join("/etc/edge-agent", ".data/edge-agent");
  expect(dataDirOf("/etc/edge-agent", undefined, (file) => file === beside)).toBe(beside);
});
