import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { needs } from "../testing/needs.ts";
import { drawJpeg } from "../../cloud/src/intake/testing.ts";
import { createFileStorage } from "../../cloud/src/platform/storage/file-storage.ts";
import { waitUntil } from "../demo/wait-until.ts";
import { cutPower } from "../power-cut/cuts.ts";
import { createRecording } from "../power-cut/recording.ts";
import { createAgent } from "./harness/agent-process.ts";
import { startCloud } from "./harness/cloud-process.ts";

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("a disk that fails or is slow", needs("gcc", "Linux"), () => {
  test("the cloud answers 503 and leaves no files, keeps serving others, and loses no picture in a power cut", async () => {
    const recording = createRecording(onTestFinished);
    recording.begin();
    const dataDir = path.join(recording.folder, "data");
    // The program's log lies beside the folder that is watched.
    const cloud = await startCloud(path.dirname(recording.folder), { ...recording.preload, DATA_DIR: dataDir });
    onTestFinished(() => cloud.stop());
    const { id } = await cloud.post<{ id: string }>("/v1/containers", { containerNumber: "DISK-1" });
    const route = `/v1/containers/${id}/evidence`;
    const kept: { key: string; sha256: string; position: number }[] = [];
    const post = async (seed: number) => {
      const jpeg = new Uint8Array(await drawJpeg(seed));
      const reply = await cloud.postPicture(route, jpeg);
      const body = (await reply.json()) as { data?: { evidenceId: string } };
      const key = `evidence/${body.data?.evidenceId}/image`;
      if (reply.ok) kept.push({ key, sha256: sha256Of(jpeg), position: recording.position() });
      return reply.status;
    };
    expect(await post(1)).toBe(201);

    // Syncs of files, of the folder that a picture comes to lie in, and of those above it.
    for (const glob of ["*/unfinished/*", "*/objects/evidence/*", "*/objects"]) {
      const before = filesBelow(path.join(dataDir, "objects"));
      recording.setFaults(`fail 0 ${glob}`);
      expect(await post(2)).toBe(503);
      // The written files are removed concurrently with the answer, not before it.
      await expect.poll(() => filesBelow(path.join(dataDir, "objects"))).toEqual(before);
      recording.setFaults("");
      expect(await post(3)).toBe(201);
    }

    // So slow that everything that waits for it waits permanently.
    recording.setFaults("slow 3600000 *");
    let answered = 0;
    const slow = [4, 5, 6, 7, 8, 9].map((seed) => post(seed).finally(() => (answered += 1)));
    expect((await fetch(`${cloud.url}/health`)).status).toBe(200);
    expect(await cloud.get<unknown>("/v1/containers")).toBeDefined();
    expect(await cloud.signIn()).toBeTypeOf("string");
    expect(answered).toBe(0);
    recording.setFaults("");
    expect(await Promise.all(slow)).toEqual([201, 201, 201, 201, 201, 201]);
    await cloud.stop();

    const losses = await cutPower(recording, recording.finish(), {
      moments: { atRandom: 40, afterEachStep: 1 },
      seed: 5,
      check: async (cut) => {
        const storage = createFileStorage(path.join(cut.folder, "data/objects"), () => "check");
        const problems: string[] = [];
        for (const { key, sha256 } of kept.filter(({ position }) => position <= cut.position)) {
          const stream = await storage.read(key);
          if (!stream || sha256Of(await buffer(stream)) !== sha256) problems.push(`${key} is missing or changed`);
        }
        return problems;
      },
    });
    expect(losses).toEqual([]);
  });

  test("the agent keeps scans in memory, logs that, and saves them once the disk works, however slowly", async () => {
    const recording = createRecording(onTestFinished);
    recording.begin();
    const place = { cloudUrl: "http://127.0.0.1:1", containerNumber: "CSQU3054383", loop: true };
    const agent = await createAgent(recording.folder, { ...place, env: recording.preload });
    onTestFinished(() => agent.end("SIGKILL").then(() => undefined));
    agent.start();
    const until = <Answer>(what: string, check: () => Promise<Answer | undefined>) =>
      waitUntil(what, check, { timeoutMs: 240_000 });
    await until("a scan is in the outbox", async () => (await agent.status()).outbox.pending > 0 || undefined);
    recording.setFaults("fail 0 *outbox.sqlite-wal");
    await until("a scan is kept in memory", async () => (await agent.status()).refused.unsaved > 0 || undefined);
    const log = () => readFileSync(path.join(recording.folder, "agent.log"), "utf8");
    expect(log()).toContain("outbox refused the capture; keeping it in memory");
    recording.setFaults("slow 200 *outbox.sqlite*");
    await until("the capture is saved", async () => (await agent.status()).refused.unsaved === 0 || undefined);
    const { pending } = (await agent.status()).outbox;
    await until("scans go on", async () => (await agent.status()).outbox.pending > pending || undefined);
    recording.setFaults("");
    expect((await agent.status()).refused.lostScans).toBe(0);
    expect(await agent.end("SIGTERM")).toBe(0);
    expect(log()).toContain("capture from memory saved");
  });
});

function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [path.join(entry.parentPath, entry.name)] : [])).toSorted();
}
