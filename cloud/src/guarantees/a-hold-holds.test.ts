import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attemptChange, boxChanges, type KeptBox, openGate } from "./writes/box-changes.ts";
import { writeRows } from "./writes/write-rows.ts";
import { createWriteWorld } from "./writes/write-world.ts";

const VISIT_GAP_MS = 600_000;
const world = await createWriteWorld({ settings: { visitGapMs: VISIT_GAP_MS } });
const { cloud, ann, sue, admin, make, unique } = world;
const tom = await world.signIn("supervisor");
const users = [ann, sue, tom, admin];
const gate = await openGate(world);

const STARTS = ["held", "escalated", "under a legal hold", "held and escalated again"] as const;
const routes = Object.keys(boxChanges);
/** Write routes that change no container; imports deliver their records through the routes of devices. */
const IS_ABOUT_OTHERS = new RegExp(
  "^\\w+ /v1/(user|devices|invites|shifts|tracking-data|rule-sets|edge/(camera-drift|configuration|heartbeat|join|live-pictures)|" +
    "admin/(cameras|category-map|edge-devices|edge-imports|email-jobs|invites|releases|roll-outs|service-accounts|sign-in-policy|" +
    "topology|users|webhooks))(/|$)",
);

/** A box of Ann's that was scanned at the gate and must not pass. */
async function keepBox(start: (typeof STARTS)[number]): Promise<KeptBox> {
  const number = unique("HOLD");
  const { id } = await make(ann, "POST", "/containers", { containerNumber: number });
  const { scanId } = await gate.scan(number);
  const { evidenceId } = await upload(`/v1/containers/${id}/evidence`);
  const manifestId = await world.manifest();
  const escalate = async () => (await make(ann, "POST", `/containers/${id}/escalate`, { reason: "odd" })).id;
  const isHeld = start.startsWith("held");
  if (start === "escalated") await escalate();
  if (start === "under a legal hold") await make(sue, "PUT", `/containers/${id}/legal-hold`, { reason: "court" });
  if (isHeld) await make(sue, "POST", `/escalations/${await escalate()}/resolve`, { decision: "hold", reason: "odd" });
  if (start === "held and escalated again") await escalate();
  const isLegallyHeld = start === "under a legal hold";
  return { id, numbers: [number], isHeld, isLegallyHeld, scanId, evidenceId, manifestId };
}

async function upload(url: string) {
  const headers = { "Content-Type": "image/jpeg", ...ann.authorization };
  const reply = await cloud.app.request(url, { method: "POST", headers, body: world.jpeg });
  return JSON.parse(await reply.text()).data;
}

/** Expects that the gate stays closed for each number that the box ever had, and that it looks held. */
async function expectKept(box: KeptBox) {
  const isHold = box.isHeld || box.isLegallyHeld;
  for (const number of box.numbers) {
    const { containerId, verdict } = await gate.scan(number);
    const allowed = isHold ? ["HELD"] : ["ESCALATED", "INSPECT"];
    expect([number, containerId, allowed]).toEqual([number, box.id, expect.arrayContaining([verdict])]);
  }
}

async function expectLooksKept(box: KeptBox) {
  const { status, legalHold, isEscalated } = await make(sue, "GET", `/containers/${box.id}`);
  const { verdict } = await make(sue, "GET", `/containers/${box.id}/report`);
  if (box.isHeld) expect(status).toBe("HELD");
  if (box.isLegallyHeld) expect(legalHold).not.toBeNull();
  const isHold = box.isHeld || box.isLegallyHeld;
  expect(isHold ? verdict === "hold" : verdict !== "clear").toBe(true);
  if (!isHold) expect(["ESCALATED", "INSPECT"]).toContain(status);
  const { items } = await make(sue, "GET", `/containers?status=${status}&limit=200`);
  expect(items).toContainEqual(expect.objectContaining({ id: box.id, status, isEscalated }));
}

describe("a container that must not pass", () => {
  it.each(routes.map((route, index) => ({ route, start: STARTS[index % STARTS.length]! })))(
    "stays $start when an operator, two supervisors and an admin call $route",
    async ({ route, start }) => {
      const box = await keepBox(start);
      for (const [choice, user] of [...users, ann, sue].entries()) {
        await attemptChange(route, { world, box, user, choice });
      }
      await expectKept(box);
      await expectLooksKept(box);
    },
  );

  it("stays so whatever is done to it, in any order, by anybody, at any time", async () => {
    const attempt = fc.record({
      route: fc.constantFrom(...routes),
      user: fc.constantFrom(...users),
      choice: fc.nat(11),
      afterMs: fc.constantFrom(0, 0, 0, VISIT_GAP_MS + 1),
    });
    const property = fc.asyncProperty(
      fc.constantFrom(...STARTS),
      fc.array(attempt, { minLength: 3, maxLength: 12 }),
      async (start, attempts) => {
        const box = await keepBox(start);
        for (const { route, user, choice, afterMs } of attempts) {
          cloud.advanceMs(afterMs);
          await attemptChange(route, { world, box, user, choice });
        }
        await expectKept(box);
        await expectLooksKept(box);
      },
    );
    await fc.assert(property, { numRuns: 12, endOnFailure: true });
  });

  it("is tried with every write route that is not about something else", () => {
    const others = Object.keys(writeRows).filter((route) => !routes.includes(route));
    expect(others.filter((route) => !IS_ABOUT_OTHERS.test(route))).toEqual([]);
  });
});
