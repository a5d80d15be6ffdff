import { expect, test } from "vitest";
import { drawJpeg, edgeSender } from "../../intake/testing.ts";
import { createTestApp } from "../../testing/app.ts";

const cloud = await createTestApp();
const edge = edgeSender(cloud);
const sue = await cloud.signIn("supervisor");
const as = async (method: string, url: string, body?: unknown) =>
  (await cloud.send(method, `/v1${url}`, { body, headers: sue.authorization })).body.data;
const image = (await drawJpeg()).toString("base64");
const coffee = { description: "Green coffee", hsCode: "090111", packageCode: "SA", numberOfPackages: 20 };
const sacks = [{ class_name: "sack", confidence: 0.9, area_percentage: 2, quantity: 12 }];
const drugs = [{ class_name: "drugs", confidence: 0.9, area_percentage: 2 }];

let made = 0;
/** A container with a manifest that fits its sacks. */
async function declareCoffee(): Promise<string> {
  const containerNumber = `COFFEE-${(made += 1)}`;
  await as("POST", "/manifests", { containerNumber, declaredGoods: [coffee], status: "VALIDATED" });
  return containerNumber;
}

async function scan(number: string, kind: string, detections: object[], unlike?: boolean) {
  cloud.advanceMs(60_000);
  const timestamp = new Date(cloud.parts.nowMs()).toISOString();
  const body = { detections, image, camera_id: "gate-1", timestamp, unlike_training: unlike };
  return (await edge.write(`scans/${kind}`, number, body)).body.data;
}

test("a scan of a picture that its model does not know is kept as such, and never releases a container", async () => {
  const known = await scan(await declareCoffee(), "category", sacks, false);
  expect(known.visitLane).toBe("green");
  const { containerId, scanId, visitLane } = await scan(await declareCoffee(), "category", sacks, true);
  expect(visitLane).toBe("yellow");
  expect(await as("GET", `/containers/${containerId}/scans/${scanId}`)).toMatchObject({ unlikeTraining: true });
  const { verdict, reasons } = await as("GET", `/containers/${containerId}/report`);
  expect(verdict).toBe("attention");
  expect(reasons).toContainEqual(expect.objectContaining({ rule: "unlike-training", verdict: "attention" }));
  expect((await as("GET", `/escalations?containerId=${containerId}`)).items).toEqual([]);
});

test("a device that does not know sends no mark, and the cloud makes none", async () => {
  const { containerId, scanId, visitLane } = await scan(await declareCoffee(), "category", sacks);
  expect(visitLane).toBe("green");
  expect(await as("GET", `/containers/${containerId}/scans/${scanId}`)).toMatchObject({ unlikeTraining: null });
});

test("illegal goods escalate as before, marked or not; a decision to clear settles the mark", async () => {
  for (const unlike of [false, true]) {
    const number = await declareCoffee();
    const { containerId } = await scan(number, "illegal", drugs, unlike);
    const container = await as("GET", `/containers/${containerId}`);
    expect(container.status).toBe("ESCALATED");
  }
  const number = await declareCoffee();
  const { containerId } = await scan(number, "category", sacks, true);
  const escalation = await as("POST", `/containers/${containerId}/escalate`, { reason: "look" });
  await as("POST", `/escalations/${escalation.id}/resolve`, { decision: "clear", reason: "seen by a person" });
  expect((await as("GET", `/containers/${containerId}/report`)).verdict).toBe("clear");
  await scan(number, "defect", [], true);
  expect((await as("GET", `/containers/${containerId}/report`)).verdict).toBe("attention");
});
