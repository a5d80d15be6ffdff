import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { type Phrase, textOfPhrase } from "@container-inspection/shared-schemas/phrase";
import { describe, expect, test } from "vitest";
import { bundledAlertRules } from "../../../src/match/bundled/alert-rules.ts";
import { bundledMap } from "../../../src/match/bundled/category-map.ts";
import { bundledControlledGoods } from "../../../src/match/bundled/controlled-goods.ts";
import { bundledRuleSet } from "../../../src/match/bundled/rule-set.ts";
import { unList } from "../../../src/match/reading/un-list.ts";
import { casesOfEveryRule, casesOfSeveralManifests } from "../../../src/match/testing/every-rule-cases.ts";
import { judgeLoad } from "../../../src/match/testing/judge-load.ts";
import { loadOf } from "../../../src/match/testing/officer-case.ts";
import { tradeAlerts } from "../../../src/match/testing/trade/alerts.ts";
import { tradeContainers } from "../../../src/match/testing/trade/containers.ts";
import { tradeGoods } from "../../../src/match/testing/trade/goods.ts";
import { BUNDLED_WORDS } from "../../src/language/bundled-words.ts";
import { i18n } from "../../src/language/i18n.ts";
import { inLanguage } from "../../src/language/in-language.ts";
import { translatedLanguages } from "../../src/language/languages.ts";
import { showIn } from "./kit/show-in.ts";

/** The digits of numbers are grouped in some English texts, and never in phrases. */
const ungrouped = (text: string) => text.replace(/(?<=\d),(?=\d{3}(?!\d))/g, "");
const isTranslated = (template: string) => !/\p{L}/u.test(template) || Object.hasOwn(i18n.messages, template);

/** The templates in a phrase, and the words in it that are those of a sender. */
function partsOf([template, ...values]: Phrase): { templates: string[]; words: string[] } {
  const inner = values.map((value) => {
    if (typeof value === "object") return partsOf(value);
    return { templates: [], words: typeof value === "string" ? [value] : [] };
  });
  return {
    templates: [String(template), ...inner.flatMap(({ templates }) => templates)],
    words: inner.flatMap(({ words }) => words),
  };
}

type Text = { english: string; phrase: Phrase | undefined };
const textsOf = ({ message, declared, observed, grounds, phrases }: MatchFinding): Text[] => [
  { english: message, phrase: phrases?.message },
  { english: grounds ?? "", phrase: phrases?.grounds },
  ...(declared !== null && phrases?.declared ? [{ english: declared, phrase: phrases.declared }] : []),
  ...(observed !== null && phrases?.observed ? [{ english: observed, phrase: phrases.observed }] : []),
];

const cases = [...casesOfEveryRule, ...casesOfSeveralManifests, ...tradeGoods, ...tradeContainers, ...tradeAlerts];
const judged = cases.map((one) => {
  const load = loadOf(one);
  return { load, findings: judgeLoad(load).findings };
});
const texts = judged.flatMap(({ load, findings }) => findings.flatMap(textsOf).map((text) => ({ ...text, load })));

describe("every text of every finding", () => {
  test("has a phrase, whose English is the text", () => {
    const differing = texts.filter(
      ({ english, phrase }) => !phrase || ungrouped(textOfPhrase(phrase)) !== ungrouped(english),
    );
    expect(differing.map(({ english, phrase }) => [english, phrase])).toEqual([]);
    expect(texts.length).toBeGreaterThan(1_000);
  });

  test("has words in it that stand in the papers, the pictures or the rules, and no others", () => {
    const rules = wordsIn([bundledRuleSet, bundledMap, [...unList.values()]]);
    const foreign = texts.flatMap(({ phrase, load }) => {
      const known = wordsIn(load);
      const words = phrase
        ? partsOf(phrase)
            .words.filter((text) => !SAME_EVERYWHERE.test(text))
            .flatMap(splitWords)
        : [];
      return words.filter((word) => !known.has(word) && !rules.has(word));
    });
    expect([...new Set(foreign)]).toEqual([]);
  });
});

/** Names of rules and of fields, and times. */
const SAME_EVERYWHERE = /^(?:[a-z]+(?:-[a-z]+)*|weight\.\w+|\w+(?:Weight|ume)|[\d :-]+ UTC)$/;

const splitWords = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
const cache = new WeakMap<object, Set<string>>();
function wordsIn(content: object): Set<string> {
  const known = cache.get(content) ?? new Set(splitWords(JSON.stringify(content)));
  cache.set(content, known);
  return known;
}

test("every class, permit and segregation group that comes with the product has a translation", () => {
  const known = new Set(BUNDLED_WORDS.map(({ id }) => id));
  const names = [
    ...bundledMap.classes.flatMap(({ name, plural }) => [name, plural]),
    ...bundledAlertRules.alerts.flatMap(({ classes }) => classes),
    ...(bundledAlertRules.declaredAs ?? []).flatMap(({ classes }) => classes),
    ...bundledRuleSet.containers.sealClasses,
    ...bundledControlledGoods.map(({ permit }) => permit),
    ...[...unList.values()].flatMap(({ groups }) => groups),
  ];
  expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([]);
  for (const { id, message } of BUNDLED_WORDS) expect(message).toBe(id);
});

describe.each(translatedLanguages())("in %s, the texts of findings", (language) => {
  showIn(language);

  test("have a translation of every template", () => {
    const templates = new Set(texts.flatMap(({ phrase }) => (phrase ? partsOf(phrase).templates : [])));
    const classes = judged.flatMap(({ load }) => load.pictures.flatMap(({ detections }) => detections));
    const ofModels = new Set(classes.map(({ className }) => className));
    expect(
      [...templates].filter(
        (template) =>
          !isTranslated(template) && !isTranslated(template.replaceAll("-", " ")) && !ofModels.has(template),
      ),
    ).toEqual([]);
    expect(templates.size).toBeGreaterThan(150);
  });

  test("keep no English", () => {
    const english = /\b(?:the|and|was|were|is|are|which|shows?|declares?|picture|pictures|line|lines|more|but|not)\b/;
    const kept = texts.flatMap(({ english: text, phrase, load }) => {
      const shown = inLanguage(text, phrase);
      const found = english.exec(shown)?.[0];
      return found === undefined || wordsIn(load).has(found) || wordsIn([...unList.values(), bundledRuleSet]).has(found)
        ? []
        : [shown];
    });
    expect(kept).toEqual([]);
  });

  test("have numbers as the language writes them, and no change where there is no phrase", () => {
    const tare = new Intl.NumberFormat(language).format(24_500.5);
    expect(inLanguage("The tare is 24,500.5 kg", ["{0} kg", 24_500.5])).toBe(`${tare} kg`);
    expect(inLanguage("An earlier finding.", undefined)).toBe("An earlier finding.");
    expect(inLanguage("3 zebras", ["{0} {1}", 3, ["zebras of {a}"]])).toBe("3 zebras of {a}");
  });
});
