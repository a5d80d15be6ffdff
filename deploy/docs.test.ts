import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { NOT_RUN, RUN } from "./documented-commands.ts";
import { commandsOf, parsePage, readPage } from "./read-markdown.ts";

const root = path.resolve(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], { cwd: root })
  .toString()
  .split("\0")
  .filter((file) => file !== "");
const pages = new Map(
  files.filter((file) => file.endsWith(".md")).map((file) => [file, readPage(path.join(root, file))]),
);
const places = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));

function foldersOf(file: string): string[] {
  const folder = path.posix.dirname(file);
  return folder === "." ? ["."] : [folder, ...foldersOf(folder)];
}

/** The file of the checkout that a link on a page leads to, and the anchor in it. */
function targetOf(page: string, href: string): { file: string; anchor: string } {
  const [place = "", anchor = ""] = href.split("#").map(decodeURIComponent);
  return { file: place === "" ? page : path.posix.join(path.posix.dirname(page), place).replace(/\/$/, ""), anchor };
}

describe("links between pages", () => {
  const links = [...pages]
    .flatMap(([page, { links }]) => links.map((href) => ({ page, href })))
    .filter(({ href }) => !/^[a-z]+:/.test(href));

  test("lead to files and folders of the checkout", () => {
    expect(links.length).toBeGreaterThan(200);
    expect(links.filter(({ page, href }) => !places.has(targetOf(page, href).file))).toEqual([]);
  });

  test("lead to a heading, or a marked place, where they have an anchor", () => {
    const wrong = links.filter(({ page, href }) => {
      const { file, anchor } = targetOf(page, href);
      return anchor !== "" && pages.get(file)?.anchors.has(anchor) !== true;
    });
    expect(wrong).toEqual([]);
  });
});

test.each([
  ["edge-agent/README.md", "edge-agent/src"],
  ["cloud/console/README.md", "cloud/console/src"],
])("%s has every folder of %s", (page, source) => {
  const text = readFileSync(path.join(root, page), "utf8");
  const folders = [...places].filter((place) => path.posix.dirname(place) === source && !files.includes(place));
  expect(folders.length).toBeGreaterThan(10);
  expect(folders.filter((folder) => !new RegExp(`\`src/${path.posix.basename(folder)}[\`/]`).test(text))).toEqual([]);
});

describe("commands of the READMEs and chapters", () => {
  const described = [...pages].filter(([file]) =>
    /^(cloud\/|edge-agent\/)?README\.md$|^deploy\/docs\/(operator|technician|administrator|integrator|developer)\//.test(
      file,
    ),
  );
  const blocks = described.flatMap(([page, { blocks }]) => blocks.map((block) => ({ page, ...block })));
  const commands = blocks.flatMap((block) => commandsOf(block).map((command) => ({ page: block.page, command })));
  const reasons = new Map(Object.entries(NOT_RUN).flatMap(([reason, all]) => all.map((each) => [each, reason])));

  test("stand in fenced blocks that name their language", () => {
    expect(blocks.filter(({ language }) => language === "")).toEqual([]);
  });

  test("are run by a test, or stand in the list of those that no test runs", () => {
    expect(commands.length).toBeGreaterThan(30);
    expect(commands.filter(({ command }) => !(command in RUN) && !reasons.has(command))).toEqual([]);
  });

  test("stand once in the lists, which have no others", () => {
    const listed = [...Object.keys(RUN), ...Object.values(NOT_RUN).flat()];
    expect(listed.filter((each) => !commands.some(({ command }) => command === each))).toEqual([]);
    expect(listed).toHaveLength(new Set(listed).size);
  });

  test("are run by the tests that the list names", () => {
    const wrong = Object.entries(RUN).filter(
      ([, { file, words }]) => !readFileSync(path.join(root, file), "utf8").includes(words),
    );
    expect(wrong).toEqual([]);
  });

  // chapter-sessions.system.test.ts reads the technician's chapters, and checks that a test compares each session.
  test("with what they print are sessions of the technician's chapters", () => {
    const printed = [...pages].flatMap(([page, { blocks: all }]) => all.map((block) => ({ page, ...block })));
    const sessions = printed.filter(({ language }) => language === "console");
    expect(sessions.length).toBeGreaterThan(3);
    const others = sessions.filter(
      ({ page, mark }) => !page.startsWith("deploy/docs/technician/") || !/^<!-- session: .+ -->$/.test(mark),
    );
    expect(others).toEqual([]);
  });
});

describe("a page", () => {
  test("has the anchors that GitHub makes of its headings, and the links of its tables, images and references", () => {
    const { anchors, links } = parsePage(
      '# A `b`: [c](d.md)\n\n## A b c\n\n## A b c\n\n1. <a id="n"></a>o\n\n| e |\n|---|\n| ![f](g.svg) |\n\n[h][i]\n\n[i]: j.md#k\n\n`[l](m)`\n',
    );
    expect([...anchors]).toEqual(["a-b-c", "a-b-c-1", "a-b-c-2", "n"]);
    expect(links).toEqual(["d.md", "g.svg", "j.md#k"]);
  });

  test("has the commands of its shell blocks, without comments and each on one line", () => {
    const text = `  <!-- x -->\n\`\`\`sh\n# it's first\nA=1 b --c   # it's\nd \\\n  -e '{"f":[\n  1]}'\n\`\`\`\n`;
    const { blocks } = parsePage(text);
    expect(blocks.map(({ mark }) => mark)).toEqual(["<!-- x -->"]);
    expect(blocks.flatMap(commandsOf)).toEqual(["A=1 b --c", `d -e '{"f":[ 1]}'`]);
  });
});
