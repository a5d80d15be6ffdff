/** The longest name that file systems take. */
const MAX_NAME_BYTES = 255;

/** A name that would lead out of the folder that it belongs in; the message quotes it. */
export class UnsafeNameError extends Error {
  override readonly name = "UnsafeNameError";
}

/**
 * Path of a file or folder inside `folder`. Every name that came from a message, a file, an archive or a user becomes
 * a path here and nowhere else. Names may contain `/`; throws UnsafeNameError for one that is absolute, leaves the
 * folder, or that no file can have.
 */
export function pathInside(folder: string, ...names: [string, ...string[]]): string {
  for (const name of names) {
    const problem = name.split("/").map(findProblem).find(Boolean);
    if (problem === undefined) continue;
    const shown = JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
    throw new UnsafeNameError(`${shown} cannot be the name of a file in ${folder}: ${problem}`);
  }
  return [folder.replace(/(?<=.)\/+$/, ""), ...names].join("/").replace(/^\/\//, "/");
}

function findProblem(part: string): string | undefined {
  if (part === "" || part === "." || part === "..") return "it would leave the folder";
  if (/[\0\\]/.test(part)) return "it contains a NUL or a backslash";
  if (!part.isWellFormed() || new TextEncoder().encode(part).length > MAX_NAME_BYTES)
    return `its parts must be text of at most ${MAX_NAME_BYTES} bytes`;
  return undefined;
}
