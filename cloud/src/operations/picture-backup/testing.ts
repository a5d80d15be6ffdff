import path from "node:path";
import { expect } from "vitest";
import { createFolder } from "../../testing/processes.ts";
import { createTestApp, EDGE_KEY } from "../../testing/app.ts";
import { drawJpeg, edgeSender, scanBody } from "../../intake/testing.ts";
import type { Connection } from "../../platform/db/connect.ts";
import { createTestDatabase } from "../../testing/database.ts";
import type { ObjectStorage } from "../../platform/storage/object-storage.ts";
import { runCloud } from "../commands/testing.ts";

/** A cloud on Postgres with its commands, and an empty folder for copies of its pictures. */
export async function createPictureWorld(given?: Connection & { url: string }) {
  const database = given ?? (await createTestDatabase());
  const cloud = await createTestApp({ connection: database });
  const { parts } = cloud;
  const folder = path.join(await createFolder(), "pictures");
  const { write } = edgeSender(cloud);
  const owner = await cloud.signIn("operator");
  const environment = { DATABASE_URL: database.url, DATA_DIR: parts.settings.dataDir, EDGE_API_KEY: EDGE_KEY };
  let drawn = 0;
  const drawBody = async () => ({
    ...(await scanBody()),
    image: (await drawJpeg((drawn += 1))).toString("base64"),
    user_email: owner.email,
  });
  return {
    ...cloud,
    folder,
    owner,
    /** Runs a command; `settings` come on top of those of the cloud. */
    run: (args: readonly string[], settings: Record<string, string> = {}) =>
      runCloud({ ...environment, ...settings }, args, { nowMs: parts.nowMs }),
    /** The key of the picture of a new scan. */
    scan: async (number: string): Promise<string> => {
      const reply = await write("scans/category", number, await drawBody());
      expect(reply.status).toBe(200);
      return `scans/${reply.body.data.scanId}/image`;
    },
    /** A new photo: its address and the keys of its two pictures. */
    photo: async (number: string): Promise<{ url: string; keys: string[] }> => {
      const { containerId, evidenceId } = (await write("evidence", number, await drawBody())).body.data;
      const keys = [`evidence/${evidenceId}/image`, `evidence/${evidenceId}/thumbnail`];
      return { url: `/v1/containers/${containerId}/evidence/${evidenceId}`, keys };
    },
  };
}

export async function readObject(storage: ObjectStorage, key: string): Promise<Buffer | undefined> {
  const bytes = await storage.read(key);
  return bytes && Buffer.from(await new Response(bytes).arrayBuffer());
}

/** The names of everything under a folder of a storage. */
export async function namesIn(storage: ObjectStorage, folder = "pictures"): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of storage.list(folder)) names.push(key);
  return names;
}
