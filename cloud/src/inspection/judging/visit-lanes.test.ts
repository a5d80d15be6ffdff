import { expect, test } from "vitest";
import { drawJpeg, edgeSender } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

const cloud = await createTestApp();
const { write } = edgeSender(cloud);
const [sue, admin] = [await cloud.signIn("supervisor"), await cloud.signIn("admin")];
const as = async (user: TestUser, method: string, url: string, body?: unknown) =>
  (await cloud.send(method, `/v1${url}`, { body, headers: user.authorization })).body.data;
await as(admin, "PUT", "/admin/cameras/yard-1", { name: "Yard", view: "exterior" });
const image = (await drawJpeg()).toString("base64");
const coffee = { description: "Green coffee", hsCode: "090111", packageCode: "SA", numberOfPackages: 300, sealNumber: "HLG5512345" }; // prettier-ignore
const toys = { description: "Plastic toys", hsCode: "950300", packageCode: "CT", numberOfPackages: 30 };
const sack = { class_name: "sack", confidence: 0.9, area_percentage: 2, quantity: 12 };
const carton = { class_name: "carton", confidence: 0.9, area_percentage: 2, quantity: 30 };
const car = { class_name: "vehicle", confidence: 0.95, area_percentage: 20 };

const declare = (containerNumber: string, goods: object, more: object = {}) =>
  as(sue, "POST", "/manifests", { containerNumber, declaredGoods: [goods], status: "VALIDATED", ...more });
async function scan(number: string, kind: "category" | "defect" | "illegal", detections: object[], camera_id = "gate-1") {
  cloud.advanceMs(60_000);
  const timestamp = new Date(cloud.parts.nowMs()).toISOString();
  const reply = await write(`scans/${kind}`, number, { detections, image, camera_id, device_id: "box", timestamp });
  expect(reply.status).toBe(200);
  return reply.body.data;
} // prettier-ignore
const listed = async (query: string) =>
  (await as(sue, "GET", `/containers?${query}`)).items.map((one: { containerNumber: string }) => one.containerNumber);
const queueOf = async (id: string) => (await as(sue, "GET", `/escalations?containerId=${id}`)).items;

test.each([
  ["another seal", "SEAL-1", coffee, sack, { class_name: "seal", confidence: 0.95, text: "MLCN889001" }, "seal-number"],
  ["a placard", "SIGN-1", toys, carton, { class_name: "placard class 3", confidence: 0.95 }, "placard-not-declared"],
])("%s on a damage picture puts the visit in the red lane of the list, and escalates it", async (_what, number, goods, load, shown, rule) => {
  await declare(number, goods);
  const first = await scan(number, "category", [load]);
  expect(first).toMatchObject({ visitLane: "green", manifestMatch: { lane: "green" } });
  const { visitLane, scanId, containerId } = await scan(number, "defect", [shown], "yard-1");
  expect(visitLane).toBe("red");
  expect(await listed("verdict=red")).toContain(number);
  expect(await listed("verdict=green")).not.toContain(number);
  expect(await queueOf(containerId)).toMatchObject([{ state: "OPEN", source: "manifest", scanId, findings: [{ rule }] }]);
}); // prettier-ignore

test("what the first camera saw stays in the lane of the visit when the second one does not see it", async () => {
  await declare("CAR-1", coffee);
  const { containerId } = await scan("CAR-1", "category", [sack, car]);
  const second = await scan("CAR-1", "category", [sack], "gate-2");
  expect(second).toMatchObject({ manifestMatch: { lane: "green" }, visitLane: "red" });
  expect(await as(sue, "GET", `/containers/${containerId}`)).toMatchObject({ visit: { lane: "red" }, status: "ESCALATED" });
  expect(await listed("verdict=red")).toContain("CAR-1");
}); // prettier-ignore

test("a critical finding of an amendment escalates, although no picture shows it any longer", async () => {
  const { id } = await declare("AMENDED-1", coffee);
  const { containerId } = await scan("AMENDED-1", "category", [sack, car]);
  const [{ id: escalationId }] = await queueOf(containerId);
  await as(sue, "POST", `/escalations/${escalationId}/resolve`, { decision: "clear", reason: "A toy car" });
  const used = { description: "Used car", hsCode: "870323", packageCode: "VN", numberOfPackages: 1 };
  await as(sue, "PUT", `/manifests/${id}`, { declaredGoods: [coffee, used] });
  expect(await as(sue, "GET", `/containers/${containerId}`)).toMatchObject({ visit: { lane: "red" }, status: "ESCALATED" });
  expect((await queueOf(containerId))[0]).toMatchObject({ state: "OPEN", findings: [{ rule: "amended-after-picture" }] });
}); // prettier-ignore

test("yellow visits are a queue, with the time since which they wait and their owner, until a person decides", async () => {
  const { id } = await declare("YELLOW-1", toys);
  const { containerId } = await scan("YELLOW-1", "category", [carton]);
  await as(sue, "PUT", `/manifests/${id}`, { consignee: { name: "Another" } });
  const { lane, laneSince: since } = (await as(sue, "GET", `/containers/${containerId}`)).visit;
  expect([lane, since]).toEqual(["yellow", expect.any(String)]);
  await scan("YELLOW-1", "category", [carton]);
  const queue = async () => (await as(sue, "GET", "/containers?verdict=yellow&status=SCANNED")).items;
  await as(sue, "PUT", `/containers/${containerId}/owner`, { email: sue.email });
  expect(await queue()).toMatchObject([
    { containerNumber: "YELLOW-1", visit: { lane: "yellow", laneSince: since }, owner: { email: sue.email } },
  ]);
  const { id: escalationId } = await as(sue, "POST", `/containers/${containerId}/escalate`, { reason: "Look inside" });
  expect(await queue()).toEqual([]);
  await as(sue, "POST", `/escalations/${escalationId}/resolve`, {
    decision: "clear",
    reason: "The consignee was sold",
  });
  expect(await queue()).toEqual([]);
  expect(await listed("verdict=yellow")).toContain("YELLOW-1");
});
