import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), "utf8");
const documented = new Set(
  [...read("../docs/administrator/settings.md").matchAll(/^\| `([A-Z][A-Z0-9_]+)` \|/gm)].map(([, name]) => name),
);
const examples = readdirSync(path.join(import.meta.dirname, "values")).map((file) => `values/${file}`);

test.each(["container-inspection/values.yaml", ...examples])("%s names only settings that the cloud has", (file) => {
  const { settings } = parse(read(file)) as { settings: Record<string, unknown> };
  expect(Object.keys(settings).filter((name) => !documented.has(name))).toEqual([]);
  expect(Object.keys(settings)).toContain("STORAGE_URL");
});

test("the settings that the templates and the instructions name exist", () => {
  const texts = [read("container-inspection/templates/_helpers.tpl"), read("README.md")];
  const named = texts.flatMap((text) => [
    ...text.matchAll(/(?:"|from-literal=|-from-literal=)([A-Z][A-Z_]{3,})(?:"|=)/g),
  ]);
  const names = named.map(([, name]) => name);
  expect(names).toContain("JWT_SECRET");
  expect(names).toContain("AI_SERVICE_URL");
  expect(names.filter((name) => !documented.has(name))).toEqual([]);
});

test("the cloud's pods may not ask the addresses that answer with the credentials of the machine, by IPv4 and IPv6", () => {
  const { networkPolicy } = parse(read("container-inspection/values.yaml")) as {
    networkPolicy: Record<string, unknown>;
  };
  expect(networkPolicy).toMatchObject({
    refusedAddresses: ["169.254.169.254/32"],
    refusedIpv6Addresses: ["fd00:ec2::254/128"],
  });
  const policies = read("container-inspection/templates/network-policies.yaml");
  const open = [...policies.matchAll(/cidr: "?(\S+?)"?\n\s+except: .*networkPolicy\.(\w+)/g)].map(
    ([, ...found]) => found,
  );
  expect(open).toEqual([
    ["0.0.0.0/0", "refusedAddresses"],
    ["::/0", "refusedIpv6Addresses"],
  ]);
  expect(policies.match(/cidr:/g)).toHaveLength(2);
});
