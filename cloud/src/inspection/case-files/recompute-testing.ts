import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { unzipSync } from "fflate";

/** Judgements of a case file, and those of them that its verifier computes equal; `output` is all that it prints. */
export type Recomputed = { equal: number; all: number; output: string };

/** Unpacks a case file and has the verifier in it compute each judgement again (`verify.mjs --recompute`). */
export async function recomputeCaseFile(bytes: Uint8Array): Promise<Recomputed> {
  const folder = await mkdtemp(path.join(tmpdir(), "case-file-"));
  try {
    await unpack(bytes, folder);
    const { stdout, stderr } = spawnSync(process.execPath, ["verify.mjs", "--recompute"], {
      cwd: folder,
      encoding: "utf8",
    });
    const [, equal = 0, all = 0] = /computed again: (\d+) of (\d+) judgements/.exec(stdout) ?? [];
    return { equal: Number(equal), all: Number(all), output: (stdout + stderr).trim() };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes the files of an archive to a folder. */
export async function unpack(bytes: Uint8Array, folder: string): Promise<void> {
  for (const [name, content] of Object.entries(unzipSync(bytes))) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), content);
  }
}
