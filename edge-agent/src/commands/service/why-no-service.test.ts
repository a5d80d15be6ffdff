import { expect, test } from "vitest";
import { whyNoService } from "./why-no-service.ts";

const parts = {
  user: "edge-agent",
  isChosen: true,
  file: "/etc/edge-agent/edge-agent.yaml",
  dataDir: "/var/lib/edge-agent",
};

test.each([
  [{}, "nothing"],
  [{ user: "gate", isChosen: false }, "nothing"],
  [{ user: "root" }, "nothing"],
  [{ user: "root", isChosen: false }, "the service would run as root: specify the user"],
  [{ file: "/tmp/site/edge-agent.yaml" }, "the service does not see /tmp/site/edge-agent.yaml"],
  [{ dataDir: "/var/tmp/data" }, "the service does not see /var/tmp/data"],
  [{ dataDir: "/srv/tmp/data" }, "nothing"],
])("a service with %j", (change, problem) => {
  expect(whyNoService({ ...parts, ...change }) ?? "nothing").toContain(problem);
});
