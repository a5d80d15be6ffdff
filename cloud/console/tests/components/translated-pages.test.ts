import { textOfPhrase } from "@container-inspection/shared-schemas/phrase";
import { t } from "@lingui/core/macro";
import { screen } from "@testing-library/dom";
import { describe, expect, test } from "vitest";
import { createTimeline } from "../../../src/inspection/reports/timeline-rules.ts";
import { judge, type VerdictFacts } from "../../../src/inspection/reports/verdict-rules.ts";
import { phraseOfReason, summariseFindings } from "../../../src/inspection/record/reason-rules.ts";
import { casesOfSeveralManifests } from "../../../src/match/testing/every-rule-cases.ts";
import { judgeLoad } from "../../../src/match/testing/judge-load.ts";
import { loadOf } from "../../../src/match/testing/officer-case.ts";
import { classInLanguage, inLanguage } from "../../src/language/in-language.ts";
import { translatedLanguages } from "../../src/language/languages.ts";
import { exampleOf } from "./kit/contract.ts";
import { fakeService, ok } from "./kit/fake-service.ts";
import { openPage, textsOf } from "./kit/open-page.tsx";
import { showIn } from "./kit/show-in.ts";

/** Words of English sentences that neither another language nor what a sender wrote has. */
const ENGLISH =
  /\b(?:the|and|was|were|which|shows?|declares?|picture|pictures|lines?|more|but|not|scan|by|of|is|it|its|with|held|cleared)\b/gi;
const englishIn = (text: string | null) =>
  [...(text ?? "").matchAll(ENGLISH)].map(
    ({ 0: word, index, input }) => `${word}: ${input.slice(Math.max(0, index - 40), index + 40)}`,
  );

const SQUARE = { x: [20, 80, 80, 20], y: [60, 60, 140, 140] };
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
const example = exampleOf("getContainerReportV1", 200).data;
const { findings, lane: _lane, documentLane, ...judged } = judgeLoad(loadOf(casesOfSeveralManifests[0]!));
const match = { ...judged, isComplete: true };
const scan = {
  id: "s1",
  type: "category" as const,
  receivedAt: at(5),
  rejected: [{ className: "drum", by: "ana@example.com", note: null }],
};
const examination = {
  ...exampleOf("listExaminationsV1", 200).data.items[0]!,
  note: "todo",
  result: "found" as const,
  weighedKg: 21_400,
};
const [shownFinding] = findings;
const critical = findings.filter(({ severity }) => severity === "critical");
const reason = String(summariseFindings([...critical, ...critical], 2));
const facts: VerdictFacts = {
  status: "INSPECT",
  holds: [{ at: at(7), by: "ana@example.com", reason: "un arma" }],
  legalHold: "una orden judicial",
  numberCheck: "bad-check-digit",
  isChassis: true,
  nearMisses: ["CSQU3054384"],
  renumberedAt: null,
  mergedAt: null,
  manifests: [],
  findings,
  scans: [scan],
  unfinished: [
    { type: "defect", status: "failed" },
    { type: "illegal", status: "pending" },
  ],
  papers: [],
  examinations: [examination],
  openEscalation: {
    reason,
    reasonPhrase: phraseOfReason({ reason, findings: [...critical, ...critical] }),
    scanId: "s1",
  },
  lastClear: null,
};
const clear = { at: at(10), by: "ana@example.com", reason: "se abrió", manifestIds: [] };
const allFacts: VerdictFacts[] = [
  facts,
  { ...facts, holds: [], status: "HELD" },
  {
    ...facts,
    status: "SCANNED",
    holds: [],
    legalHold: null,
    lastClear: clear,
    examinations: [],
    openEscalation: null,
    unfinished: [],
    findings: [],
  },
  {
    ...facts,
    status: "SCANNED",
    holds: [],
    legalHold: null,
    numberCheck: "valid",
    isChassis: false,
    manifests: [{ id: "m", updatedAt: at(0) }],
    findings: [],
    examinations: [],
    openEscalation: null,
    unfinished: [],
  },
];
const reasons = allFacts.flatMap((one) => judge(one).reasons);
const write = { at: at(1).toISOString(), by: "ana@example.com" };
const verdict = {
  note: null,
  className: "sack",
  polygon: null,
  reviewer: { id: "u", email: "ana@example.com" },
  reviewedAt: at(3).toISOString(),
};
const oil = { description: "Aceite", packageCode: "DR" };
const timeline = [1, 2].flatMap((number) =>
  createTimeline({
    container: { id: "c1", source: number === 1 ? "edge" : "user", createdAt: at(0).toISOString() },
    visit: { number, openedAt: at(0).toISOString(), openedBy: number === 1 ? "edge" : "user" },
    begunBy: null,
    renamings: [{ ...write, after: { containerNumber: "CSQU3054383" } }],
    amendments: [
      {
        ...write,
        before: { declaredGoods: [oil, oil] },
        after: { declaredGoods: [{ ...oil, packageCode: "CT" }], billOfLading: "B" },
        whose: "",
        fields: ["billOfLading"],
      },
    ],
    papers: (["attached", "detached"] as const).map((step) => ({
      at: at(2),
      by: "ana@example.com",
      isByPerson: true,
      manifestId: "m1",
      step,
      whose: "",
      receivedAt: at(1),
      declaredGoods: [oil],
    })),
    waiting: [{ id: "m2", whose: "", receivedAt: at(1), since: at(1) }],
    merges: [{ ...write, after: { mergedNumber: "CSQU3054384" } }],
    scans: (["done", "pending", "failed"] as const).map((status) => ({
      id: status,
      type: "category",
      source: "edge",
      status,
      at: at(2),
      by: null,
      found: 3,
    })),
    verdicts: (["confirmed", "rejected", "added", "corrected"] as const).map((given) => ({
      scan: { id: "s", type: "illegal" },
      found: "drum",
      verdict: { ...verdict, verdict: given },
    })) as never,
    evidence: [],
    examinations: [examination],
    escalations: [],
  }),
);

test("reasons, entries and the reason of an escalation have phrases, whose English is the text", () => {
  const ungrouped = (text: string) => text.replaceAll(/(?<=\d),(?=\d{3})/g, "");
  const all = [...reasons, ...timeline];
  expect(
    all.filter(({ message, phrase }) => !phrase || ungrouped(textOfPhrase(phrase)) !== ungrouped(message)),
  ).toEqual([]);
  expect(all.length).toBeGreaterThan(40);
  expect(facts.openEscalation?.reasonPhrase).toBeDefined();
});

describe.each(translatedLanguages())("in %s", (language) => {
  showIn(language);

  test("a report has no sentence in English", async () => {
    const service = fakeService();
    const manifestMatch = { ...match, findings, lane: "red" as const, documentLane };
    service.answer(
      "getContainerReportV1",
      ok({
        ...example,
        reasons,
        timeline,
        findings,
        manifestMatch,
        manifests: [],
        evidence: [],
        escalations: [],
        examinations: [],
      }).body,
    );
    await openPage(`containers/${example.container.id}/report`, { service });
    await screen.findByRole("heading", { name: t`Timeline` });
    expect(englishIn(document.querySelector("main")!.textContent)).toEqual([]);
  });

  test("the page of a container has no finding in English", async () => {
    const service = fakeService();
    const { detections, ...rest } = exampleOf("getScanV1", 200).data;
    const shown = {
      ...rest,
      image: { ...rest.image!, width: 320, height: 240 },
      detections: ["drum", "sack"].map((className) => ({ ...detections[0]!, className, polygon: SQUARE })),
    };
    const container = { ...exampleOf("getContainerV1", 200).data, id: shown.container.id };
    const standing = {
      kind: "escalation" as const,
      escalationId: "e1",
      grounds: reason,
      groundsPhrase: facts.openEscalation!.reasonPhrase!,
      scanId: null,
      reason: null,
      by: null,
      at: at(1).toISOString(),
    };
    service.answer(
      "getContainerV1",
      ok({ ...container, standing, categoryScan: { ...container.categoryScan!, scanId: shown.id } }).body,
    );
    service.answer("listScansV1", ok({ items: [shown], nextCursor: null }).body);
    service.answer(
      "getScanV1",
      ok({ ...shown, manifestMatch: { ...match, findings, lane: "red" as const, documentLane } }).body,
    );
    await openPage(`containers/${shown.container.id}`, { service });
    await screen.findByText(inLanguage(shownFinding!.message, shownFinding!.phrases?.message));
    expect(englishIn(document.querySelector("main")!.textContent)).toEqual([]);
    const [drum, sack] = [classInLanguage("drum"), classInLanguage("sack")];
    expect([drum, sack]).not.toEqual(["drum", "sack"]);
    await expect.poll(() => textsOf(".class-toggles button")).toEqual([drum, sack]);
    expect(textsOf(".outline")).toEqual([expect.stringContaining(drum), expect.stringContaining(sack)]);
    await screen.findByRole("row", { name: new RegExp(drum) });
  });
});
