import { existsSync, globSync, lstatSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { UNUSED_EVERYWHERE, type UnusedFiles } from "./unused-files.ts";

const STORE = "node_modules/.pnpm";
/** File in a module that lists the patterns whose files were removed, so that a second set-up does not miss them. */
const DONE = ".unused-removed";

/**
 * Removes what is never loaded from the installed modules of a workspace. Throws an error, before it touches a module,
 * where the files of that module are not those that the list expects.
 */
export function removeUnused(workspace: string, list: readonly UnusedFiles[]): void {
  for (const each of list)
    for (const folder of foldersOf(workspace, each.module)) removeFrom(path.join(workspace, folder), each);
  const store = path.join(workspace, STORE);
  for (const file of globSync(`*/node_modules/${UNUSED_EVERYWHERE}`, { cwd: store })) rmSync(path.join(store, file));
}

/** Folders of the installed versions of a module; another module's folder may have links to them. */
function foldersOf(workspace: string, module: string): string[] {
  const found = globSync(`${STORE}/*/node_modules/${module}`, { cwd: workspace });
  return found.filter((folder) => lstatSync(path.join(workspace, folder)).isDirectory());
}

function removeFrom(folder: string, { module, remove, leftBehind = [], keeps, reason }: UnusedFiles): void {
  const doneFile = path.join(folder, DONE);
  const done = existsSync(doneFile) ? readFileSync(doneFile, "utf8").split("\n") : [];
  if (done.some((pattern) => !remove.includes(pattern)))
    throw new Error(
      `An earlier set-up removed files of ${module} that are needed now: delete node_modules, and repeat.`,
    );
  const open = remove.filter((pattern) => !done.includes(pattern));
  const found = new Map(open.map((pattern) => [pattern, globSync(pattern, { cwd: folder })]));
  const missing = [
    ...keeps.filter((file) => !existsSync(path.join(folder, file))),
    ...open.filter((pattern) => found.get(pattern)?.length === 0),
  ];
  if (missing.length > 0)
    throw new Error(
      `${folder} has no ${missing.join(", no ")}: this version of ${module} is laid out differently. Look which of its ` +
        `files are never loaded, and change deploy/modules/unused-files.ts ("${reason}").`,
    );
  const left = leftBehind.flatMap((pattern) => globSync(pattern, { cwd: folder }));
  for (const file of [...found.values(), left].flat()) rmSync(path.join(folder, file), { recursive: true });
  if (open.length > 0) writeFileSync(doneFile, remove.join("\n"));
}
