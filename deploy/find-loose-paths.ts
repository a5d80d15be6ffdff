/** Calls and texts that make a path of a part that is no constant, and other ways to import the functions. */
export function findLoosePaths(text: string): string[] {
  const calls = [...text.matchAll(/(?<![\w.])path\.(?:posix\.|win32\.)?(?:join|resolve)\(/g)].flatMap((found) => {
    const [first = "", ...names] = argumentsAt(text, found.index + found[0].length);
    const isLoose = first.startsWith("...") || names.some((name) => !/^("[^"]*"|[A-Z][A-Z0-9_]*)$/.test(name));
    return isLoose ? [`${found[0]}${[first, ...names].join(", ")})`] : [];
  });
  const others = text.matchAll(
    /`\$\{[^}`]*(?:folder|dir|place)\b[^}`]*\}\/[^`]*\$\{|(?:folder|dir|place) \+ "\/" \+|import (?!path from)[^;"]+ from "(?:node:)?path"/gi,
  );
  return [...calls, ...[...others].map(([found]) => found)];
}

/** The arguments of a call whose first one begins at `start`, as they are written. */
function argumentsAt(text: string, start: number): string[] {
  const found = [""];
  let depth = 0;
  for (const character of text.slice(start)) {
    if (depth === 0 && character === ")") break;
    if ("([{".includes(character)) depth += 1;
    if (")]}".includes(character)) depth -= 1;
    if (depth === 0 && character === ",") found.push("");
    else found.push(`${found.pop()}${character}`);
  }
  return found.map((argument) => argument.trim()).filter((argument) => argument !== "");
}
