import type { ExtractorType } from "@lingui/conf";

/** Sources of the service; those of the console are under `cloud/console/src`. */
const OF_SERVICE = /\/cloud\/src\//;

/** Finds the templates of the service's texts: every template literal that follows `english` of cloud/src/match/english.ts. */
export const phraseExtractor: ExtractorType = {
  match: (filename) => OF_SERVICE.test(filename),
  async extract(filename, code, onMessageExtracted) {
    for (const { template, line } of await findTemplates(filename, code))
      onMessageExtracted({ id: template, message: template, origin: [filename, line] });
  },
};

/** Returns the templates in a source file, with `{0}` for the first value; those without letters are left out. */
async function findTemplates(filename: string, code: string): Promise<{ template: string; line: number }[]> {
  if (!code.includes("english`")) return [];
  // Lingui loads its configuration in a way that cannot load Vite.
  const { parseSync, Visitor } = await import("vite");
  const found: { template: string; line: number }[] = [];
  new Visitor({
    TaggedTemplateExpression({ tag, quasi, start }) {
      if (tag.type !== "Identifier" || tag.name !== "english") return;
      const parts = quasi.quasis.map(({ value }) => value.cooked ?? "");
      const template = parts.reduce((text, part, index) => `${text}{${index - 1}}${part}`);
      if (/\p{L}/u.test(template)) found.push({ template, line: code.slice(0, start).split("\n").length });
    },
  }).visit(parseSync(filename, code).program);
  return found;
}
