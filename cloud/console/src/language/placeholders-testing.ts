import { compileMessage } from "@lingui/message-utils/compileMessage";

/** Returns the placeholders of a message, sorted: values by name, with the kind of their format, and elements. */
export function placeholdersOf(message: string): string[] {
  const found = new Set<string>(message.match(/<\d+\/?>/g));
  collect(compileMessage(message), found);
  return [...found].toSorted();
}

/** A compiled message is a list of texts and of placeholders, which are lists `[name, kind, cases]`. */
function collect(compiled: unknown, found: Set<string>): void {
  if (!Array.isArray(compiled)) return;
  for (const token of compiled) {
    if (!Array.isArray(token)) continue;
    const [name, kind, cases]: unknown[] = token;
    found.add(typeof kind === "string" ? `${String(name)} ${kind}` : String(name));
    if (typeof cases === "object" && cases !== null) for (const one of Object.values(cases)) collect(one, found);
  }
}
