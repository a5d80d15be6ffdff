import { readFileSync } from "node:fs";
import path from "node:path";
import type { Page, Response } from "playwright-core";
import { BUNDLED_WORDS } from "../../src/language/bundled-words.ts";

const CATALOGS = path.resolve(import.meta.dirname, "../../src/language/catalogs");
/** Names of classes and permits, which pages show as the model or the rules state them. */
const NAMES = new Set<string>(BUNDLED_WORDS.map(({ id }) => id));
/** Words of English sentences. One that this many texts of a catalog have is a word of its language, too. */
const ENGLISH = "the of is are with from by not and for this its was were your you yet been which longer".split(" ");
const SHARED_FROM = 3;
/** Minimum length of a message part that is searched in a longer text; shorter parts may be words of other languages. */
const LEAST_PART = 9;

const unquoted = (text: string): string =>
  [...text.matchAll(/^(?:msgid |msgstr )?(".*")$/gm)].map(([, quoted]) => String(JSON.parse(quoted ?? '""'))).join("");

/** The English messages of the console, each with its text in a language. */
function readMessages(language: string): [string, string][] {
  const entries = readFileSync(path.join(CATALOGS, `${language}.po`), "utf8")
    .split("\n\n")
    .slice(1);
  return entries.map((entry) => {
    const at = entry.indexOf("\nmsgstr ");
    const from = Math.max(0, entry.search(/^msgid /m));
    return [unquoted(entry.slice(from, at)), unquoted(entry.slice(at + 1))];
  });
}

/** Returns the text that a message has in a language. */
export const textOf = (language: string, message: string): string =>
  readMessages(language).find(([english]) => english === message)?.[1] ?? "";

/** The texts of a message between its values and elements, of each of its plural forms. */
const partsOf = (message: string): string[] =>
  message
    .replaceAll(/\{\w+, plural, |(?:one|other) \{/g, "\0")
    .split(/\{\w+\}|<\/?\d+\/?>|[\0{}#]/)
    .map((part) => part.trim())
    .filter((part) => /\p{L}{2}/u.test(part));

/** Searches texts for English ones that have a text in the language, and for English words. */
export function createSearch(language: string): (texts: readonly string[]) => string[] {
  const messages = readMessages(language);
  const translated = new Set(messages.flatMap(([, text]) => [text, ...partsOf(text)]));
  const texts = messages.map(([, text]) => partsOf(text).join(" "));
  const isForeign = (word: string) => texts.filter((text) => has(word).test(text)).length < SHARED_FROM;
  const foreignWord = has(ENGLISH.filter(isForeign).join("|"));
  // Codes in capitals, such as VGM, are the same in every language.
  const isOwn = (part: string) => !translated.has(part) && !NAMES.has(part) && /\p{Ll}/u.test(part);
  const english = new Set(messages.flatMap(([message]) => partsOf(message)).filter(isOwn));
  const parts = [...english]
    .filter((part) => part.length >= LEAST_PART && part.includes(" "))
    .map((part) => new RegExp(`(?<!\\p{L})${escaped(part)}(?!\\p{L})`, "u"));
  return (shown) =>
    shown.filter((text) => english.has(text) || foreignWord.test(text) || parts.some((part) => part.test(text)));
}

const has = (word: string): RegExp => new RegExp(`\\b(?:${word})\\b`, "i");

/** Answers how controls are called in a language, for their English names or for messages with their placeholders. */
export function createNames(language: string): (english: string) => RegExp {
  const messages = readMessages(language);
  return (english) => {
    const exact = messages.filter(([message]) => message === english).map(([, text]) => text);
    const names = exact.length > 0 ? exact : messages.flatMap((message) => filledIn(message, english));
    if (names.length === 0) throw new Error(`No message of the catalog is "${english}".`);
    return new RegExp(names.map(patternOf).join("|"));
  };
}

/** Returns the names of controls in English, as `createNames` does in another language. */
export const englishName = (english: string): string | RegExp =>
  english.includes("{") ? new RegExp(patternOf(english)) : english;

/** The pattern of a text, with anything for its placeholders and for elements without a text of their own. */
const patternOf = (text: string): string =>
  text
    .replaceAll(/<\d+\/>/g, "{0}")
    .replaceAll(/<\/?\d+>/g, "")
    .split(PLACEHOLDER)
    .map((part, at) => (at % 2 === 0 ? escaped(part) : ".+"))
    .join("");

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
const PLACEHOLDER = /\{(\w+)\}/g;

/** The text in the language with the values that the English one has. */
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
