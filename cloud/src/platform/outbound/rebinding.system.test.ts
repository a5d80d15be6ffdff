import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { needs, toolAt } from "../../../../deploy/testing/needs.ts";
import { createFolder } from "../../testing/processes.ts";

const PUBLIC = "93.184.216.34";
const program = path.join(import.meta.dirname, "rebinding-program.ts");

/** Runs the program in a separate network, in which it is the name server. */
async function runInOwnNetwork() {
  const resolver = path.join(await createFolder(), "resolv.conf");
  await writeFile(resolver, "nameserver 127.0.0.1\noptions timeout:1 attempts:5\n");
  const script = `ip link set lo up && ip address add ${PUBLIC}/32 dev lo && ip address add 2606:4700::1111/128 dev lo && mount --bind "$1" /etc/resolv.conf && exec "$2" "$3"`;
  const namespaces = ["--map-root-user", "--mount", "--net"];
  const args = [...namespaces, "sh", "-c", script, "sh", resolver, process.execPath, program];
  const { stdout } = await promisify(execFile)(toolAt("network namespaces"), args);
  return JSON.parse(stdout) as { outcomes: Record<string, string[]>; reached: string[] };
}

const refused = (name: string, address: string) =>
  `${name} is ${address}, which is not an address of the public internet`;

test(
  "a post connects to the address that was checked, however its name server answers the next time",
  needs("network namespaces"),
  async () => {
    const { outcomes, reached } = await runInOwnNetwork();
    const turns = refused("turns.example.com", "127.0.0.1");
    const turnsBack = refused("turns-back.example.com", "127.0.0.1");
    expect(outcomes).toEqual({
      "steady.example.com": ["200", "200", "200", "200"],
      "turns.example.com": ["200", turns, "200", turns],
      "turns-back.example.com": [turnsBack, "200", turnsBack, "200"],
      "both.example.com": Array.from({ length: 4 }, () => refused("both.example.com", "127.0.0.1")),
      "six.example.com": Array.from({ length: 4 }, () => refused("six.example.com", "::1")),
      "alias.example.com": Array.from({ length: 4 }, () => refused("alias.example.com", "127.0.0.1")),
    });
    expect(new Set(reached)).toEqual(
      new Set([
        `steady.example.com at ${PUBLIC}`,
        `turns.example.com at ${PUBLIC}`,
        `turns-back.example.com at ${PUBLIC}`,
      ]),
    );
  },
);
