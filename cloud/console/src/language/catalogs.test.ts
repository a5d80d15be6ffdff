import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { containerStatus } from "@container-inspection/shared-schemas/containers";
import { edgeDeviceState } from "@container-inspection/shared-schemas/edge-devices";
import { emailStatus } from "@container-inspection/shared-schemas/emails";
import { inviteStatus } from "@container-inspection/shared-schemas/invites";
import { severity } from "@container-inspection/shared-schemas/manifest-match";
import { manifestStatus } from "@container-inspection/shared-schemas/manifests";
import { chainedRecordKind } from "@container-inspection/shared-schemas/provenance";
import { pushStatus } from "@container-inspection/shared-schemas/push";
import { rollOutState } from "@container-inspection/shared-schemas/releases";
import { replayLane } from "@container-inspection/shared-schemas/replays";
import { role } from "@container-inspection/shared-schemas/roles";
import { ruleSetState } from "@container-inspection/shared-schemas/rule-sets";
import { webhookDeliveryStatus } from "@container-inspection/shared-schemas/webhooks";
import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { beforeAll, describe, expect, test } from "vitest";
import { API_WORDS, RULE_WORDS } from "./api-words.ts";
import { translatedLanguages } from "./languages.ts";
import { placeholdersOf } from "./placeholders-testing.ts";

const root = path.resolve(import.meta.dirname, "../..");
const FOREIGN = translatedLanguages();

/** The English messages of the sources by their ids. */
let inSources: Map<string, string>;
/** The translations of each language by the same ids. */
const inCatalogs = new Map<string, Map<string, string>>();

beforeAll(async () => {
  const [catalog] = await getCatalogs(getConfig({ configPath: path.join(root, "lingui.config.ts") }));
  if (!catalog) throw new Error("lingui.config.ts has no catalog.");
  const collected = Object.entries((await catalog.collect()) ?? {});
  inSources = new Map(collected.map(([id, { message }]) => [id, message ?? id]));
  for (const language of FOREIGN) {
    const read = Object.entries((await catalog.read(language)) ?? {});
    inCatalogs.set(language, new Map(read.map(([id, { translation = "" }]) => [id, translation])));
  }
});

/** Returns the forms of the plurals in a message, compiled. */
const pluralFormsOf = (text: string): string[] =>
  compileMessage(text)
    .flatMap((token) => (Array.isArray(token) && token[1] === "plural" ? Object.entries(token[2] ?? {}) : []))
    .flatMap(([form, compiled]) => (form === "offset" ? [] : [JSON.stringify(compiled)]));

// `npm run texts` adds and removes messages; the added ones are then translated in the file.
describe.each(FOREIGN)("the catalog of %s", (language) => {
  const translations = () => inCatalogs.get(language) ?? new Map<string, string>();
  const english = (id: string) => inSources.get(id) ?? id;

  test("has every message of the sources, translated", () => {
    const missing = [...inSources].filter(([id]) => !translations().get(id)?.trim());
    expect(missing.map(([, message]) => message)).toEqual([]);
    expect(inSources.size).toBeGreaterThan(500);
  });

  test("has no message that the sources have no longer", () => {
    expect([...translations()].filter(([id]) => !inSources.has(id))).toEqual([]);
  });

  test("has the placeholders, plurals and elements of each message", () => {
    const differing = [...translations()].filter(
      ([id, text]) => placeholdersOf(text).join() !== placeholdersOf(english(id)).join(),
    );
    expect(differing.map(([id, text]) => [english(id), text])).toEqual([]);
  });

  test("has a plural form for one and for others, which compile", () => {
    const plurals = [...translations().values()].filter((text) => text.includes(", plural,"));
    expect(plurals.length).toBeGreaterThan(10);
    for (const text of plurals)
      expect({ text, forms: JSON.stringify(compileMessage(text)) }).toMatchObject({
        forms: expect.stringMatching(/"one":.*"other":/),
      });
  });

  // The form for one is that for zero, too, in Portuguese, and that for 21 in other languages.
  test("writes the number in every plural form, where the English has it", () => {
    const forms = [...translations()].flatMap(([id, text]) => (english(id).includes("#") ? pluralFormsOf(text) : []));
    expect(forms.filter((form) => !form.includes('"#"'))).toEqual([]);
    expect(forms.length).toBeGreaterThan(20);
  });
});

test("every word that the service writes and pages show is a message under itself", () => {
  const shown = [role, containerStatus, manifestStatus, emailStatus, pushStatus, webhookDeliveryStatus, inviteStatus]
    .flatMap(({ options }): string[] => options)
    .concat(edgeDeviceState.options, ruleSetState.options, replayLane.options, severity.options)
    .concat(rollOutState.options, chainedRecordKind.options)
    .map((word) => word.toLowerCase().replaceAll("-", " "));
  const known = new Set(API_WORDS.map(({ id }) => id));
  expect(shown.filter((word) => !known.has(word))).toEqual([]);
  for (const { id, message } of [...API_WORDS, ...RULE_WORDS]) expect(message).toBe(id);
});

/** The words that a pattern finds in the sources of a package, as pages show them. */
function wordsIn(sourceFolder: string, pattern: RegExp): string[] {
  const folder = path.resolve(root, sourceFolder);
  const sources = globSync("**/*.ts", { cwd: folder, exclude: ["**/*.test.ts", "**/*testing.ts"] });
  const found = sources.flatMap((file) => [...readFileSync(path.join(folder, file), "utf8").matchAll(pattern)]);
  return found.flatMap(([, ...groups]) => groups.filter(Boolean)).map((word) => word.replaceAll("-", " "));
}

test("every rule that a finding names is a message under itself", () => {
  const named = wordsIn(
    "../src",
    /\b(?:rule:|const rule =|const RULE =) "([a-z-]+)"|^export const [A-Z_]+ = "([a-z-]+-goods)"/gm,
  );
  expect(named).toEqual(expect.arrayContaining(["illegal goods", "empty laden mismatch", "manifest not validated"]));
  const known = new Set(RULE_WORDS.map(({ id }) => id));
  expect(named.filter((rule) => !known.has(rule))).toEqual([]);
});

test("every kind of subject in the audit log, and every state of a camera, is a message under itself", () => {
  const subjects = wordsIn("../src", /\bsubject: \{ type: "([a-z-]+)"/g);
  expect(subjects).toContain("rule set");
  const states = wordsIn("../../edge-agent/src/cameras", /^type CameraState = (.*);$/gm).flatMap((type) =>
    [...type.matchAll(/"(\w+)"/g)].map(([, state]) => state),
  );
  expect(states).toContain("running");
  const known = new Set<string | undefined>(API_WORDS.map(({ id }) => id));
  expect([...subjects, ...states].filter((word) => !known.has(word))).toEqual([]);
});

describe("the placeholders of a message", () => {
  test.each([
    ["Open {name}, <0>visit {1}</0> <1/>", ["1", "<0>", "<1/>", "name"]],
    ["{count, plural, one {# row of {file}} other {# rows of {file}}}", ["count plural", "file"]],
    ["Its text", []],
  ])("of %s", (message, placeholders) => {
    expect(placeholdersOf(message)).toEqual(placeholders);
  });
});
