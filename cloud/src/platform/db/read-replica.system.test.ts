import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { startPostgres } from "../../testing/postgres.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { countReplicaReads, startPrimary, startReplica, urlOf } from "./read-replica-testing.ts";
import { administer } from "../../testing/database.ts";

const PATIENT_MS = 30_000;
const primary = await startPrimary();

type World = Awaited<ReturnType<typeof createWorld>>;

/** The cloud with the primary and a separate standby. */
async function createWorld(options: { waitMs?: number; url?: string } = {}) {
  const started = await startReplica(primary, options);
  return { ...started, cloud: await createTestApp({ connection: primary.connection, replica: started.replica }) };
}

const untilUsed = ({ replica }: World, ok = true) =>
  expect.poll(() => replica.state().ok, { timeout: PATIENT_MS, interval: 20 }).toBe(ok);

const countReads = ({ cloud }: World) => countReplicaReads(cloud);

async function createContainer({ cloud }: World, user: TestUser, containerNumber: string) {
  const options = { body: { containerNumber }, headers: user.authorization };
  expect((await cloud.send("POST", "/v1/containers", options)).status).toBe(201);
}

async function listNumbers({ cloud }: World, user: TestUser): Promise<string[]> {
  const { status, body } = await cloud.send("GET", "/v1/containers?limit=200", { headers: user.authorization });
  expect(status).toBe(200);
  return body.data.items.map(({ containerNumber }: { containerNumber: string }) => containerNumber);
}

async function connectTo(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  cleanUpLater(() => client.end());
  return client;
}

describe("a read replica", () => {
  test("serves lists, with every write that was answered before, by anybody; other reads use the primary", async () => {
    const world = await createWorld();
    await untilUsed(world);
    const [ann, sue] = [await world.cloud.signIn("operator"), await world.cloud.signIn("supervisor")];
    for (let round = 1; round <= 40; round += 1) {
      await createContainer(world, ann, `OWN-${round}`);
      expect(await listNumbers(world, ann)).toContain(`OWN-${round}`);
      expect(await listNumbers(world, sue)).toContain(`OWN-${round}`);
    }
    expect(await countReads(world)).toEqual({ replica: 80 });
    const standby = await connectTo(urlOf(world.standby));
    const { rows } = await standby.query(
      "select query from pg_stat_activity where application_name = 'container-inspection' and query ilike 'select \"containers\".%'",
    );
    expect(rows.length).toBeGreaterThan(0);
    const { id } = (await world.cloud.send("GET", "/v1/user/me", { headers: ann.authorization })).body.data;
    expect(id).toBe(ann.id);
    expect(await countReads(world)).toEqual({ replica: 80 });
    // As `archive_timeout` does: the rest of a file is skipped.
    await administer(primary.server.url, "select pg_switch_wal()");
    expect(await listNumbers(world, ann)).toContain("OWN-40");
    expect(await countReads(world)).toEqual({ replica: 81 });
  });

  test("whose replay is paused is left at the first write it lacks, and used again once it has caught up", async () => {
    const world = await createWorld({ waitMs: 100 });
    await untilUsed(world);
    const ann = await world.cloud.signIn("operator");
    const standby = await connectTo(urlOf(world.standby));
    await standby.query("select pg_wal_replay_pause()");
    const replay = () => standby.query("select pg_get_wal_replay_pause_state() as state");
    await expect.poll(async () => (await replay()).rows, { timeout: PATIENT_MS }).toEqual([{ state: "paused" }]);
    await createContainer(world, ann, "PAUSED-1");
    expect(await listNumbers(world, ann)).toContain("PAUSED-1");
    const seen = await standby.query("select 1 from containers where container_number = 'PAUSED-1'");
    expect(seen.rows).toEqual([]);
    // On a busy machine it may not even answer in time at first.
    expect(world.replica.state().ok).toBe(false);
    await expect.poll(() => world.replica.state().detail, { timeout: PATIENT_MS }).toContain("behind");
    await expect.poll(() => world.replica.lagBytes(), { timeout: PATIENT_MS }).toBeGreaterThan(0);
    expect((await countReads(world))["replica"]).toBeUndefined();

    await standby.query("select pg_wal_replay_resume()");
    await untilUsed(world);
    expect(await listNumbers(world, ann)).toContain("PAUSED-1");
    expect(await countReads(world)).toMatchObject({ replica: 1, primary: 1 });
    const logged = world.log.map(({ msg }) => String(msg)).filter((text) => !text.includes("does not answer"));
    expect(logged).toEqual([
      expect.stringContaining("read from the replica"),
      expect.stringContaining("is behind"),
      expect.stringContaining("read from the replica"),
    ]);
  });

  test("that is killed fails no read, and is used again after its restart", async () => {
    const world = await createWorld();
    await untilUsed(world);
    const sue = await world.cloud.signIn("supervisor");
    const read = async () => (await world.cloud.send("GET", "/v1/containers", { headers: sue.authorization })).status;
    const statuses: number[] = [];
    const reads = (async () => {
      while (statuses.length < 300) statuses.push(await read());
    })();
    await expect.poll(() => statuses.length, { timeout: PATIENT_MS }).toBeGreaterThan(20);
    await world.standby.crash();
    await reads;
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(world.replica.state()).toMatchObject({ ok: false, detail: expect.stringContaining("does not answer") });
    const ready = await world.cloud.send("GET", "/ready");
    expect(ready.status).toBe(200);
    expect(ready.body.data.checks).toContainEqual(expect.objectContaining({ name: "read-replica", ok: false }));
    const { replica = 0, primary: onPrimary = 0 } = await countReads(world);
    expect(replica).toBeGreaterThan(0);
    expect(onPrimary).toBeGreaterThan(0);
    expect(world.log.filter(({ level }) => Number(level) >= 40)).toContainEqual(
      expect.objectContaining({ msg: expect.stringContaining("does not answer"), err: expect.anything() }),
    );

    await world.standby.restart();
    await untilUsed(world);
    expect(await read()).toBe(200);
    expect((await countReads(world))["replica"]).toBe(replica + 1);
  });
});

describe("a server that is no standby of the primary", () => {
  test("serves no read: the primary itself, and a standby after its promotion", async () => {
    const itself = await createWorld({ url: urlOf(primary.server) });
    await expect.poll(() => itself.replica.state().detail, { timeout: PATIENT_MS }).toContain("no standby");
    const world = await createWorld();
    await untilUsed(world);
    await administer(world.standby.url, "select pg_promote()");
    await untilUsed(world, false);
    expect(world.replica.state().detail).toContain("no standby");
    const sue = await world.cloud.signIn("supervisor");
    expect((await world.cloud.send("GET", "/v1/containers", { headers: sue.authorization })).status).toBe(200);
    expect(await countReads(world)).toEqual({ primary: 1 });
  });

  test("serves no read: a standby of another server, and another database of the standby", async () => {
    const other = await startPostgres({ keepsCommits: true });
    cleanUpLater(other.stop);
    await administer(other.url, "create database cloud");
    const foreign = await other.startStandby();
    cleanUpLater(foreign.stop);
    const worlds = [await createWorld({ url: urlOf(foreign) }), await createWorld({ url: foreign.url })];
    for (const { replica } of worlds)
      await expect.poll(() => replica.state().detail, { timeout: PATIENT_MS }).toContain("no standby");
  });
});
