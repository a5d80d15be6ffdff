/* Writes pictures as the cloud does, several at once, some of them again and some deleted, and notes which are kept. */
import { createHash, randomBytes } from "node:crypto";
import { openStorage } from "../../../cloud/src/platform/storage/open-storage.ts";
import { createRandom } from "../random.ts";
import { openLedger } from "./ledger.ts";

export type WritePicturesArgs = { dataDir: string; seed: number; pictures: number };
export type PicturesLine =
  /** The write begins: until it has returned, its bytes may be there or not, but never a part of them. */
  { writing: string; sha256: string } | { kept: string; sha256: string } | { deleting: string };

const WRITERS = 6;
const { dataDir, seed, pictures } = JSON.parse(process.argv[2] ?? "") as WritePicturesArgs;
const random = createRandom(seed);
const record: (line: PicturesLine) => void = openLedger();
let made = 0;
const storage = await openStorage({ s3: undefined, dataDir }, () => String((made += 1)));

async function write(key: string): Promise<void> {
  const bytes = randomBytes(random.below(30_000));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  record({ writing: key, sha256 });
  await storage.write(key, bytes);
  record({ kept: key, sha256 });
}

let next = 0;
async function work(): Promise<void> {
  while (next < pictures) {
    const scan = `scans/${(next += 1)}`;
    await Promise.all([write(`${scan}/image`), write(`${scan}/thumbnail`)]);
    if (random.chance(0.2)) await write(`${scan}/image`);
    if (!random.chance(0.2)) continue;
    record({ deleting: `${scan}/thumbnail` });
    await storage.delete(`${scan}/thumbnail`);
  }
}
await Promise.all(Array.from({ length: WRITERS }, work));
