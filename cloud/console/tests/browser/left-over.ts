import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page, Response } from "playwright-core";
import { BUNDLED_WORDS } from "../../src/language/bundled-words.ts";

const CATALOG = path.resolve(import.meta.dirname, "../../src/language/catalogs/es.po");
/** Names of classes and permits, which pages show as the model or the rules state them. */
const NAMES = new Set<string>(BUNDLED_WORDS.map(({ id }) => id));
/** Words that no Spanish text has. */
const ENGLISH = /\b(?:the|of|is|are|with|from|by|not|and|for|this|its|was|were|your|you|yet|been|which|no longer)\b/i;
/** Minimum length of a message part that is searched in a longer text; shorter parts may occur in Spanish, too. */
const LEAST_PART = 9;

const unquoted = (text: string): string =>
  [...text.matchAll(/^(?:msgid |msgstr )?(".*")$/gm)].map(([, quoted]) => String(JSON.parse(quoted ?? '""'))).join("");

/** The English messages of the console, each with its Spanish text. */
function readMessages(): [string, string][] {
  const entries = readFileSync(CATALOG, "utf8").split("\n\n").slice(1);
  return entries.map((entry) => {
    const at = entry.indexOf("\nmsgstr ");
    const from = Math.max(0, entry.search(/^msgid /m));
    return [unquoted(entry.slice(from, at)), unquoted(entry.slice(at + 1))];
  });
}

/** The texts of a message between its values and elements, of each of its plural forms. */
const partsOf = (message: string): string[] =>
  message
    .replaceAll(/\{\w+, plural, |(?:one|other) \{/g, "\0")
    .split(/\{\w+\}|<\/?\d+\/?>|[\0{}#]/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}{2}/u.test(part));

/** Searches texts for English ones that have a Spanish one, and for English words. */
export function createSearch(): (texts: readonly string[]) => string[] {
  const messages = readMessages();
  const spanish = new Set(messages.flatMap(([, text]) => [text, ...partsOf(text)]));
  // Codes in capitals, such as VGM, are the same in every language.
  const isOwn = (part: string) => !spanish.has(part) && !NAMES.has(part) && /\p{Ll}/u.test(part);
  const english = new Set(messages.flatMap(([message]) => partsOf(message)).filter(isOwn));
  const parts = [...english].filter((part) => part.length >= LEAST_PART && part.includes(" "));
  return (texts) =>
    texts.filter((text) => english.has(text) || ENGLISH.test(text) || parts.some((part) => text.includes(part)));
}

/** Answers how controls are called in Spanish, for their English names. */
export function createNames(): (english: string) => RegExp {
  const messages = readMessages();
  return (english) => {
    const exact = messages.filter(([message]) => message === english).map(([, text]) => text);
    const names = exact.length > 0 ? exact : messages.flatMap((message) => filledIn(message, english));
    if (names.length === 0) throw new Error(`No message of the catalog is "${english}".`);
    return new RegExp(names.map(escaped).join("|"));
  };
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const PLACEHOLDER = /\{(\w+)\}/g;

/** The Spanish text with the values that the English one has. */
function filledIn([message, text]: [string, string], english: string): string[] {
  const parts = message.split(PLACEHOLDER);
  const pattern = parts.map((part, at) => (at % 2 === 0 ? escaped(part) : "(.+)")).join("");
  const values = new RegExp(`^${pattern}$`).exec(english)?.slice(1);
  if (!values) return [];
  const names = parts.filter((_, at) => at % 2 === 1);
  return [text.replaceAll(PLACEHOLDER, (_, name: string) => values[names.indexOf(name)] ?? "")];
}

/**
 * Creates a function that reads the texts of a page, without those that the service sent: names and reasons are in the
 * language of their writer.
 */
export function createReader(page: Page): () => Promise<string[]> {
  const sent = new Set<string>();
  const reading = new Set<Promise<void>>();
  const note = async (response: Response) => {
    if (/\/v1\/.*/.test(response.url())) collect(await response.json().catch(() => undefined), sent);
  };
  page.on("response", (response) => {
    const work = note(response).finally(() => reading.delete(work));
    reading.add(work);
  });
  return async () => {
    await Promise.all(reading);
    const longest = [...sent].toSorted((one, other) => other.length - one.length);
    const shown: string[] = await page.evaluate(READ);
    return shown.map((text) => longest.reduce((left, one) => left.replaceAll(one, " "), text).trim()).filter(Boolean);
  };
}

/** Texts of several words that are in a reply. */
function collect(value: unknown, found: Set<string>): void {
  if (typeof value === "string" && value.includes(" ")) found.add(value.replaceAll(/\s+/g, " ").trim());
  if (typeof value === "object" && value !== null) for (const part of Object.values(value)) collect(part, found);
}

/** Script for the page: returns the visible texts, and those for screen readers and pointers. */
const READ = `(() => {
  const found = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (!walker.currentNode.parentElement.closest("script, style, code, [lang=en], [translate=no]")) found.push(walker.currentNode.data);
  for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
    for (const element of document.querySelectorAll("body [" + name + "]")) found.push(element.getAttribute(name));
  return found.map((text) => text.replace(/\\s+/g, " ").trim()).filter((text) => text !== "");
})()`;
