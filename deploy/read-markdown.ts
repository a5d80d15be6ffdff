import { readFileSync } from "node:fs";
import GithubSlugger from "github-slugger";
import { lexer, type Token, walkTokens } from "marked";

/** A block of code of a page, and the comment directly above it; one that is only indented has no language. */
type Block = { language: string; text: string; mark: string };
type Page = { links: string[]; anchors: Set<string>; blocks: Block[] };

/** Links, anchors and blocks of code of a Markdown file. */
export const readPage = (file: string): Page => parsePage(readFileSync(file, "utf8"));

/** Links, anchors and blocks of code of a text in Markdown, as GitHub shows it. */
export function parsePage(text: string): Page {
  const slugger = new GithubSlugger();
  const page: Page = { links: [], anchors: new Set(), blocks: [] };
  let mark = "";
  const visit = (token: Token): void => {
    if (token.type === "link" || token.type === "image") page.links.push(String(token["href"]));
    if (token.type === "heading") page.anchors.add(slugger.slug(plainText(token)));
    if (token.type === "html")
      for (const [, id = ""] of token.raw.matchAll(/<a (?:id|name)="([^"]+)"/g)) page.anchors.add(id);
    if (token.type === "code")
      page.blocks.push({ language: String(token["lang"] ?? ""), text: String(token["text"]), mark });
    if (token.type !== "space") mark = token.type === "html" ? token.raw.trim() : "";
  };
  void walkTokens(lexer(text), visit);
  return page;
}

/** The text that a token shows, without its marks. */
function plainText(token: Token): string {
  const inner = "tokens" in token ? token.tokens : undefined;
  return inner === undefined ? ("text" in token ? String(token.text) : "") : inner.map(plainText).join("");
}

/** The blocks of a text in Markdown that a user copies into a shell. */
export const shellBlocksOf = (text: string): string[] =>
  parsePage(text).blocks.flatMap((block) => (block.language === "sh" ? [`${block.text}\n`] : []));

/** The commands of a block of a shell, each on one line; lines that end with `\` or within quotes continue. */
export function commandsOf({ language, text }: Block): string[] {
  if (!["sh", "bash"].includes(language)) return [];
  const commands: string[] = [];
  let open = "";
  for (const line of text.split("\n")) {
    open += open === "" ? line.replace(/(?:^|\s)#\s.*$/, "") : `\n${line}`;
    const quotes = open.replaceAll(/[^'"]/g, "").replaceAll(/"'*?"|'"*?'/g, "");
    if (open.endsWith("\\") || quotes !== "") continue;
    const command = open.replaceAll(/(?:\\|\s)+/g, " ").trim();
    if (command !== "") commands.push(command);
    open = "";
  }
  return commands;
}
