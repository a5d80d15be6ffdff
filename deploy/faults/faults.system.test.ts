import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { expect, inject, onTestFinished, test } from "vitest";
import { needs } from "../testing/needs.ts";
import { administer } from "../../cloud/src/testing/database.ts";
import { createRandom } from "../power-cut/random.ts";
import { compare } from "./compare.ts";
import { groups, playFaults } from "./play-faults.ts";
import { startSite } from "./site.ts";

test(
  "a gate that is killed, upgraded and rolled back with faults of its line, its disk and the AI service loses nothing",
  needs("gcc", "Linux"),
  async () => {
    const folder = mkdtempSync(path.join(tmpdir(), "faults-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const url = new URL(inject("postgresUrl"));
    const name = `faults_${crypto.randomUUID().replaceAll("-", "")}`;
    await administer(url.href, `create database ${name} template migrated strategy file_copy`);
    url.pathname = `/${name}`;
    const site = await startSite(folder, url.href, { random: createRandom(1), cloudProcesses: 1 });
    onTestFinished(() => site.stop());
    const { network = [], disk = [], ai = [], release = [] } = groups;
    const of = (troubles: typeof network, wanted: string) => troubles.filter(({ name: each }) => each.includes(wanted));
    const troubles = [...of(network, "cut-"), ...of(disk, "full 0"), ...of(ai, "nonsense"), ...release];
    await playFaults(site, { troubles, lives: troubles.length, inTurn: true, random: createRandom(1), lifeMs: 300 });
    const balance = await compare(site);
    expect(balance).toMatchObject({ parked: [], duplicates: 0, lost: [] });
    expect(balance.delivered).toBe(balance.captured);
    expect(balance.captured).toBeGreaterThan(20);
    expect(site.user.accepted.length).toBeGreaterThan(0);
    const outbox = new Database(site.files.outbox, { readonly: true });
    expect(outbox.prepare("SELECT count(*) FROM next_facts").pluck().get()).toBe(0);
    outbox.close();
  },
);
