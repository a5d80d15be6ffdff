import type { EdgeScanBody } from "@container-inspection/shared-schemas/edge";
import { describe, expect, test } from "vitest";
import { createTestApp, type TestUser } from "../../testing/app.ts";
import { drawJpeg, edgeSender } from "../../intake/testing.ts";
import { bundledMap } from "../../match/bundled/category-map.ts";
import { line, seen } from "../../match/testing/officer-case.ts";

// The officer's cases of several scans, decisions, manifests or containers, through the API. Cases that one match
// judges are in officer-cases.test.ts. `test.fails` marks a case whose rule has not landed; the rule that meets it
// removes the mark.

const cloud = await createTestApp();
const { write } = edgeSender(cloud);
const [ann, sue, admin] = [
  await cloud.signIn("operator"),
  await cloud.signIn("supervisor"),
  await cloud.signIn("admin"),
];
const as = (user: TestUser, method: string, url: string, body?: unknown) =>
  cloud.send(method, `/v1${url}`, { body, headers: user.authorization });

const image = (await drawJpeg()).toString("base64");
const coffee = line("Coffee beans, green", "0901.11", "SA", 300);
const car = line("Used car", "870323", "VN", 1);
const sacks = seen("sack", 22);
const vehicle = (confidence: number) => seen("vehicle", 1, confidence, 25);

type Kind = "category" | "illegal" | "defect";

/** A scan as the edge sends it, a minute after the one before. */
async function scan(
  number: string,
  kind: Kind,
  objects: ReturnType<typeof seen>[],
  camera = "gate-1",
): Promise<string> {
  cloud.advanceMs(60_000);
  const detections = objects.flat().map((object) => ({
    class_name: object.className,
    confidence: object.confidence,
    polygon: object.polygon,
    area_percentage: object.areaPercentage,
    quantity: object.quantity,
  }));
  const timestamp = new Date(cloud.parts.nowMs()).toISOString();
  const body = { detections, image, camera_id: camera, user_email: ann.email, timestamp } as EdgeScanBody;
  const reply = await write(`scans/${kind}`, number, body);
  expect(reply.status).toBe(200);
  return reply.body.data.containerId;
}

async function declare(containerNumber: string, goods: object[], rest: object = {}): Promise<string> {
  const fields = { containerNumber, declaredGoods: goods, status: "VALIDATED", ...rest };
  const reply = await as(ann, "POST", "/manifests", fields);
  expect(reply.status).toBe(201);
  return reply.body.data.id;
}

const reportOf = async (id: string) => (await as(sue, "GET", `/containers/${id}/report`)).body.data;
const escalationsOf = async (id: string) => (await as(sue, "GET", `/escalations?containerId=${id}`)).body.data.items;
const reasonsOf = ({ reasons }: { reasons: { message: string }[] }) => reasons.map(({ message }) => message).join("\n");
const resolve = async (id: string, decision: "clear" | "hold") => {
  cloud.advanceMs(60_000);
  const [{ id: escalationId }] = await escalationsOf(id);
  const reply = await as(sue, "POST", `/escalations/${escalationId}/resolve`, { decision, reason: "opened it" });
  expect(reply.status).toBe(200);
  cloud.advanceMs(60_000);
};

describe("X-ray and defects", () => {
  test("08b: cigarettes on the X-ray of a coffee load: hold, and the lane is red", async () => {
    await declare("OFFICER08B", [coffee]);
    await scan("OFFICER08B", "category", [sacks]);
    const id = await scan("OFFICER08B", "illegal", [seen("cigarettes", 1, 0.82)], "xray-1");
    const report = await reportOf(id);
    expect(await escalationsOf(id)).toHaveLength(1);
    expect([report.verdict, report.manifestMatch.lane]).toEqual(["hold", "red"]);
  });

  test("08c: a second, empty X-ray changes nothing until a person decides", async () => {
    await declare("OFFICER08C", [coffee]);
    await scan("OFFICER08C", "category", [sacks]);
    await scan("OFFICER08C", "illegal", [seen("cigarettes", 1, 0.82)], "xray-1");
    const id = await scan("OFFICER08C", "illegal", [], "xray-1");
    const report = await reportOf(id);
    expect(report.verdict).toBe("hold");
    expect(reasonsOf(report)).toContain("cigarettes");
    await resolve(id, "clear");
    expect((await reportOf(id)).verdict).toBe("clear");
  });

  test("08d: `no_threat` is no finding, and neither is a pistol of 0.08", async () => {
    await declare("OFFICER08D", [coffee]);
    await scan("OFFICER08D", "category", [sacks]);
    const found = [seen("no_threat", 1, 0.9), seen("pistol", 1, 0.08, 0.3)];
    const id = await scan("OFFICER08D", "illegal", found, "xray-1");
    expect(await escalationsOf(id)).toEqual([]);
    expect((await reportOf(id)).verdict).toBe("clear");
  });

  test("F1: drugs of 0.49 on the X-ray need attention", async () => {
    await declare("OFFICERF1", [coffee]);
    await scan("OFFICERF1", "category", [sacks]);
    const id = await scan("OFFICERF1", "illegal", [seen("drugs", 1, 0.49)], "xray-1");
    expect((await reportOf(id)).verdict).toBe("attention");
  });

  test("G1: they still do after an empty X-ray, and the reasons name them", async () => {
    await declare("OFFICERG1", [coffee]);
    await scan("OFFICERG1", "category", [sacks]);
    await scan("OFFICERG1", "illegal", [seen("drugs", 1, 0.49)], "xray-1");
    const id = await scan("OFFICERG1", "illegal", [], "xray-1");
    const report = await reportOf(id);
    expect(report.verdict).toBe("attention");
    expect(reasonsOf(report)).toContain("drugs");
  });

  test("27: a person and a weapon among coffee are red, held and escalated at once", async () => {
    await declare("OFFICER27", [coffee]);
    const id = await scan("OFFICER27", "category", [sacks, seen("person", 1, 0.96, 4), seen("weapon", 1, 0.9, 0.5)]);
    const report = await reportOf(id);
    expect([report.verdict, report.manifestMatch.lane]).toEqual(["hold", "red"]);
    expect(await escalationsOf(id)).toHaveLength(1);
  });

  test("35: a hole and a broken seal hold the container and escalate it", async () => {
    await declare("OFFICER35", [coffee]);
    await scan("OFFICER35", "category", [sacks]);
    const found = [seen("hole", 1, 0.9), seen("broken seal", 1, 0.95, 0.3)];
    const id = await scan("OFFICER35", "defect", found, "side-left");
    expect((await reportOf(id)).verdict).toBe("hold");
    expect(await escalationsOf(id)).toHaveLength(1);
  });

  test("G2: a hole on the left stays when the right side shows none", async () => {
    await declare("OFFICERG2", [coffee]);
    await scan("OFFICERG2", "category", [sacks]);
    await scan("OFFICERG2", "defect", [seen("hole", 1, 0.9)], "side-left");
    const id = await scan("OFFICERG2", "defect", [], "side-right");
    const report = await reportOf(id);
    expect(["attention", "hold"]).toContain(report.verdict);
    expect(reasonsOf(report)).toContain("hole");
  });

  test("35b: rust of 0.12 is no reason for attention", async () => {
    await declare("OFFICER35B", [coffee]);
    await scan("OFFICER35B", "category", [sacks]);
    const id = await scan("OFFICER35B", "defect", [seen("rust", 1, 0.12)], "side-left");
    expect((await reportOf(id)).verdict).toBe("clear");
  });
});

describe("several cameras, and incomplete verdicts", () => {
  for (const [caseId, number, confidence, verdict] of [
    ["34", "OFFICER34", 0.45, "attention"],
    ["G3", "OFFICERG3", 0.95, "hold"],
  ] as const)
    test(`${caseId}: a vehicle of ${confidence} on the left camera stands when the right one shows none`, async () => {
      await declare(number, [coffee]);
      await scan(number, "category", [sacks, vehicle(confidence)], "gate-left");
      const id = await scan(number, "category", [sacks], "gate-right");
      const report = await reportOf(id);
      expect(report.verdict).toBe(verdict);
      expect(report.manifestMatch.lane).not.toBe("green");
      expect(reasonsOf(report)).toContain("vehicle");
    });

  test("12b: nothing recognised in a laden container is incomplete and does not escalate", async () => {
    await declare("OFFICER12B", [coffee]);
    const id = await scan("OFFICER12B", "category", []);
    expect((await reportOf(id)).verdict).toBe("incomplete");
    expect(await escalationsOf(id)).toEqual([]);
  });

  test("36: a manifest that does not state its goods is incomplete", async () => {
    const manifestId = await declare("OFFICER36", [], { declaredGoods: null });
    const id = await scan("OFFICER36", "category", [sacks]);
    const report = await reportOf(id);
    expect([report.manifest.id, report.verdict]).toEqual([manifestId, "incomplete"]);
  });
});

describe("numbers and manifests", () => {
  test("C: a misread number names the manifest that waits for the right one", async () => {
    await declare("HLXU2000022", [coffee]);
    // One wrong digit, and two letters in place of digits.
    for (const misread of ["HLXU2000025", "HLXU2OO0022"]) {
      const id = await scan(misread, "category", [sacks]);
      expect(reasonsOf(await reportOf(id))).toContain("HLXU2000022");
    }
  });

  test("E: one bill of lading with the same goods on two boxes is stated", async () => {
    await declare("OFFICERE1", [coffee], { billOfLading: "BL-TWICE" });
    await declare("OFFICERE2", [coffee], { billOfLading: "BL-TWICE" });
    await scan("OFFICERE1", "category", [sacks]);
    const id = await scan("OFFICERE2", "category", [sacks]);
    const { manifestMatch } = await reportOf(id);
    expect(manifestMatch.lane).not.toBe("red");
    expect(JSON.stringify(manifestMatch.findings)).toContain("BL-TWICE");
  });

  for (const [caseId, number, confidence] of [
    ["G4", "OFFICERG4", 0.9],
    ["G5", "OFFICERG5", 0.45],
  ] as const)
    test(`${caseId}: a car line added after the picture is stated, and the vehicle stands`, async () => {
      const manifestId = await declare(number, [coffee]);
      const id = await scan(number, "category", [sacks, vehicle(confidence)]);
      cloud.advanceMs(60_000);
      expect((await as(ann, "PUT", `/manifests/${manifestId}`, { declaredGoods: [coffee, car] })).status).toBe(200);
      const report = await reportOf(id);
      expect(["attention", "hold"]).toContain(report.verdict);
      expect(report.manifestMatch.lane).not.toBe("green");
      expect(reasonsOf(report)).toMatch(/after the (?:first )?(?:picture|scan)/);
      expect(JSON.stringify(report.timeline)).toMatch(/manifest/i);
    });

  test("G7: the second house bill of a container explains the drums", async () => {
    const [first, second] = [
      await declare("OFFICERG7", [coffee], { billOfLading: "HOUSE-1" }),
      await declare("OFFICERG7", [line("Lubricating oil", "271019", "DR", 20)], { billOfLading: "HOUSE-2" }),
    ];
    const id = await scan("OFFICERG7", "category", [seen("sack", 12), seen("drum", 8, 0.9)]);
    const report = await reportOf(id);
    expect(report.container.manifestIds.toSorted()).toEqual([first, second].toSorted());
    expect([report.verdict, report.manifestMatch.lane]).toEqual(["clear", "green"]);
  });
});

describe("decisions", () => {
  test("A: decisions under one category map stay as decided, next to today's match", async () => {
    const { version, map } = (await as(admin, "GET", "/admin/category-map")).body.data;
    await declare("OFFICERA", [coffee]);
    const id = await scan("OFFICERA", "category", [sacks, vehicle(0.95)]);
    await resolve(id, "hold");
    const wider = bundledMap.classes.map((entry) =>
      entry.name === "vehicle" ? { ...entry, hsChapters: [...entry.hsChapters, "09"] } : entry,
    );
    await as(admin, "PUT", "/admin/category-map", { map: { ...map, classes: wider }, note: "vehicles in chapter 09" });
    const report = await reportOf(id);
    await as(admin, "PUT", "/admin/category-map", { map, note: "as before" });
    expect(report.verdict).toBe("hold");
    // As decided: the map of that day and the finding, beside the match of today.
    const { manifestMatch, escalations: _escalations, ...rest } = report;
    expect(JSON.stringify(rest)).toContain(`category map ${version}`);
    expect(JSON.stringify(rest)).toContain("vehicle");
    expect(manifestMatch.ruleSet).not.toContain(`category map ${version}`);
  });

  test("B: an officer rejects the vehicle: the match is green, the reason names who and why, the escalation can end", async () => {
    await declare("OFFICERB", [coffee]);
    const id = await scan("OFFICERB", "category", [sacks, vehicle(0.95)]);
    const [{ scanId }] = await escalationsOf(id);
    const url = `/containers/${id}/scans/${scanId}/detections/${sacks.length}/verdict`;
    expect((await as(sue, "PUT", url, { verdict: "rejected", note: "a shadow" })).status).toBe(200);
    const report = await reportOf(id);
    expect(report.manifestMatch.lane).toBe("green");
    expect(reasonsOf(report)).toContain(`rejected by ${sue.email}: a shadow`);
    await resolve(id, "clear");
    expect((await reportOf(id)).verdict).toBe("clear");
  });

  test("H1 and H2: a vehicle that was cleared is known on the next picture: no second escalation, and no contradiction", async () => {
    await declare("OFFICERH1", [coffee]);
    const id = await scan("OFFICERH1", "category", [sacks, vehicle(0.95)]);
    await resolve(id, "clear");
    await scan("OFFICERH1", "category", [sacks, vehicle(0.93)]);
    expect(await escalationsOf(id)).toMatchObject([{ state: "RESOLVED" }]);
    const report = await reportOf(id);
    expect(report.verdict).toBe("clear");
    const { findings } = report.manifestMatch;
    for (const finding of findings.filter(({ severity }: { severity: string }) => severity === "critical"))
      expect(JSON.stringify(finding)).toMatch(/settled|decided|cleared/i);
  });
});
