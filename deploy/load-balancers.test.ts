import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const linesOf = (file: string, directive: RegExp) =>
  readFileSync(path.join(import.meta.dirname, "load-balancers", file), "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => directive.test(line));

test("the examples of load balancers serve IPv4 and IPv6 on every port", () => {
  const binds = linesOf("haproxy.cfg", /^bind /);
  expect(binds).toHaveLength(2);
  for (const bind of binds) expect(bind).toMatch(/^bind :::\d+ v4v6\b/);
  const listens = linesOf("nginx.conf", /^listen /);
  expect(listens).toEqual(["listen 80;", "listen [::]:80;", "listen 443 ssl http2;", "listen [::]:443 ssl http2;"]);
});
