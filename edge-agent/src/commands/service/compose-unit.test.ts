import { expect, test } from "vitest";
import { composeUnit, configFileOfUnit } from "./compose-unit.ts";

test.each(["/etc/edge-agent/edge-agent.yaml", '/srv/100% $HOME/the "gate".yaml'])(
  "the configuration file is read from the unit as it was written: %s",
  (configFile) => {
    const parts = { node: "/opt/edge agent/node", cli: "/opt/cli.js", dataDir: "/var/lib/edge-agent", user: "root" };
    const unit = composeUnit({ ...parts, configFile, writable: [], usesVideoDevices: false });
    expect(configFileOfUnit(unit)).toBe(configFile);
  },
);

test("a unit that names no configuration has none", () => {
  expect(configFileOfUnit("[Service]\nExecStart=/usr/bin/edge-agent run\n")).toBeUndefined();
});
