import { expect, test } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

// The cases of a customs risk officer in which several papers name one container: K04, K05 and K08 of the review.

const cloud = await createTestApp();
const { scan } = edgeSender(cloud);
const [ann, bob, sue] = [
  await cloud.signIn("operator"),
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
];
const as = (user: TestUser, method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { body, headers: user.authorization });

type Reason = { rule: string; verdict: string; message: string };
type Entry = { event: string; actor: string | null; message: string; subjectId: string };

const coffee = { description: "Green coffee", hsCode: "090111", packageCode: "SA", numberOfPackages: 300 };
const oil = { description: "Lubricating oil", hsCode: "271019", packageCode: "DR", numberOfPackages: 20 };
const seen = (class_name: string, count: number) =>
  Array.from({ length: count }, () => ({ class_name, confidence: 0.9, area_percentage: 2, quantity: 1 }));

/** Everything happens a minute after what came before. */
const step = () => cloud.advanceMs(60_000);

async function declare(containerNumber: string, goods: object[], rest: object = {}, user = ann): Promise<string> {
  step();
  const fields = { containerNumber, declaredGoods: goods, status: "VALIDATED", containerType: "22G1", ...rest };
  const { status, body } = await as(user, "POST", "/manifests", fields);
  expect(status).toBe(201);
  return body.data.id;
}

async function scanned(number: string, detections: object[]): Promise<string> {
  step();
  const timestamp = new Date(cloud.parts.nowMs()).toISOString();
  const reply = await scan(number, await scanBody({ detections, user_email: ann.email, timestamp }));
  expect(reply.status).toBe(200);
  return reply.body.data.containerId;
}

const reportOf = async (id: string, query = "") => (await as(sue, "GET", `/containers/${id}/report${query}`)).body.data;
const reasonsOf = async (id: string, rule: string) =>
  (await reportOf(id)).reasons
    .filter((reason: Reason) => reason.rule === rule)
    .map(({ verdict, message }: Reason) => [verdict, message]);
const papersOf = async (id: string, query = "") =>
  (await reportOf(id, query)).timeline
    .filter(({ event }: Entry) => /^manifest-(?!changed)/.test(event))
    .map(({ event, actor, subjectId }: Entry) => [event, actor, subjectId]);
const TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;

test("K04: a manifest that came after the picture is marked as late, with both times", async () => {
  const id = await scanned("TSXU7260813", [...seen("sack", 20), ...seen("drum", 8)]);
  const manifestId = await declare("TSXU7260813", [coffee, oil], { billOfLading: "BL-K04" });
  const report = await reportOf(id);
  expect([report.verdict, report.manifestMatch.lane]).toEqual(["clear", "green"]);
  const message = `^The manifest of bill of lading BL-K04 arrived at ${TIME}, after the first picture, which was taken at ${TIME}\\.$`;
  expect(await reasonsOf(id, "manifest-late")).toEqual([["clear", expect.stringMatching(message)]]);
  expect(await papersOf(id)).toEqual([["manifest-attached", ann.email, manifestId]]);
});

test("one that came before the picture is not late; one attached by a person afterwards is", async () => {
  const first = await declare("TSXU7260829", [coffee]);
  const other = await declare("OTHER", [coffee], { billOfLading: "BL-K04B" });
  const id = await scanned("TSXU7260829", seen("sack", 20));
  expect(await reasonsOf(id, "manifest-late")).toEqual([]);
  step();
  expect((await as(ann, "PUT", `/containers/${id}/manifest`, { manifestId: other })).status).toBe(200);
  expect(await reasonsOf(id, "manifest-late")).toEqual([
    ["clear", expect.stringMatching(`BL-K04B was attached at ${TIME}, after the first picture`)],
  ]);
  expect(await papersOf(id)).toEqual([
    ["manifest-attached", expect.any(String), first],
    ["manifest-detached", ann.email, first],
    ["manifest-attached", ann.email, other],
    ["manifest-waits", null, first],
  ]);
});

test("K05: the import is compared, not the next voyage, which is named and gets its own visit", async () => {
  const number = "TSEU7850860";
  const on = (voyageNumber: string) => ({ vessel: { name: "MSC ANNA", voyageNumber }, containerType: "45G1" });
  const shoes = { description: "Shoes", hsCode: "640399", packageCode: "CT", numberOfPackages: 600 };
  const beef = { description: "Frozen beef", hsCode: "020230", packageCode: "CT", numberOfPackages: 900 };
  const imported = await declare(number, [shoes], { billOfLading: "BL-IMP", ...on("012W") });
  const booked = await declare(number, [beef], { billOfLading: "BL-EXP", ...on("014E") });
  const id = await scanned(number, seen("carton", 40));
  const report = await reportOf(id);
  expect([report.manifestMatch.lane, report.container.manifestIds]).toEqual(["green", [imported]]);
  expect(JSON.stringify(report.findings)).not.toContain("Frozen beef");
  expect(await reasonsOf(id, "manifest-waits")).toEqual([
    ["clear", expect.stringMatching(/BL-EXP, .* is of another voyage \(014E\): it waits, and was not compared\.$/)],
  ]);
  expect(await papersOf(id)).toContainEqual(["manifest-waits", null, booked]);
  step();
  expect((await as(sue, "POST", `/containers/${id}/visits`, {})).status).toBe(201);
  expect((await reportOf(id)).container.manifestIds).toEqual([booked]);
  expect(await papersOf(id, "?visit=1")).toEqual([["manifest-attached", expect.any(String), imported]]);
});

test("K08: a corrected manifest of the same bill that waits is named, and needs attention until a decision", async () => {
  const number = "TSPU5778009";
  const id = await scanned(number, seen("sack", 20));
  await declare(number, [coffee], { billOfLading: "SAMEBILL-X" });
  expect((await reportOf(id)).verdict).toBe("clear");
  const corrected = await declare(number, [coffee, oil], { billOfLading: "samebill x" });
  const text =
    /^Another manifest of bill of lading samebill x, received at .* UTC, waits and was not compared: it may correct/;
  expect(await reasonsOf(id, "manifest-waits")).toEqual([["attention", expect.stringMatching(text)]]);
  expect((await reportOf(id)).verdict).toBe("attention");
  expect(await papersOf(id)).toContainEqual(["manifest-waits", null, corrected]);
  step();
  const raised = await as(ann, "POST", `/containers/${id}/escalate`, { reason: "two manifests" });
  expect(raised.status).toBe(201);
  const escalationId = raised.body.data.id ?? raised.body.data.escalationId;
  const decision = { decision: "clear", reason: "the first one is right" };
  expect((await as(sue, "POST", `/escalations/${escalationId}/resolve`, decision)).status).toBe(200);
  expect(await reasonsOf(id, "manifest-waits")).toEqual([["clear", expect.stringMatching(text)]]);
});

test("a repetition, an older one and one without a bill are named without attention; those of other users are not", async () => {
  const number = "TSPU5778014";
  await declare(number, [coffee, oil], { billOfLading: "BL-R" });
  await declare(number, [coffee], { billOfLading: "BL-R" });
  const id = await scanned(number, seen("sack", 20));
  await declare(number, [coffee], { billOfLading: "BL-R" });
  await declare(number, [oil]);
  await declare(number, [oil], { billOfLading: "SECRET" }, bob);
  const waiting = (await reasonsOf(id, "manifest-waits")).map(([verdict, message]: [string, string]) => [
    verdict,
    message.replace(/.* UTC, /, ""),
  ]);
  expect(waiting).toEqual([
    ["clear", "waits, and was not compared."],
    ["clear", "waits: it repeats the attached one."],
    ["clear", "waits: the attached one is newer."],
  ]);
});

test("the timeline names everything that an amendment removed, and what a replaced manifest declared", async () => {
  const number = "TSPU5778020";
  const sealed = { ...oil, sealNumber: "ML-CN889001" };
  const weight = { gross: { value: 12_300, unit: "KGM" }, vgm: { value: 14_500, unit: "KGM" } };
  const manifestId = await declare(number, [coffee, sealed], { billOfLading: "BL-A", weight });
  const id = await scanned(number, seen("sack", 20));
  step();
  const amended = { declaredGoods: [coffee], weight: { gross: { value: 900, unit: "KGM" } } };
  expect((await as(ann, "PUT", `/manifests/${manifestId}`, amended)).status).toBe(200);
  const other = await declare("OTHER 2", [oil]);
  step();
  expect((await as(ann, "PUT", `/containers/${id}/manifest`, { manifestId: other })).status).toBe(200);
  const messagesOf = async (kind: string) =>
    (await reportOf(id)).timeline.filter(({ event }: Entry) => event === kind).map(({ message }: Entry) => message);
  // Amended while it was attached; shown as long as it is.
  expect(await messagesOf("manifest-detached")).toEqual([
    "The manifest of bill of lading BL-A was detached. It declares line 1, Green coffee (hsCode 090111, packageCode SA, numberOfPackages 300).",
  ]);
  step();
  expect((await as(ann, "PUT", `/containers/${id}/manifest`, { manifestId })).status).toBe(200);
  const [change] = await messagesOf("manifest-changed");
  for (const part of [
    "Removed: line 2, Lubricating oil (",
    "sealNumber ML-CN889001",
    "weight.vgm.value 14500",
    "Replaced: weight.gross.value 12300 by 900.",
  ])
    expect(change).toContain(part);
});
