import { array, assert, asyncProperty, constantFrom, nat, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { fewOrMany } from "../../../deploy/testing/few-or-many.ts";
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

/** The gate's verdict for each number that the box ever had, and the state that users see. */
async function look(box: KeptBox) {
  const gates = [];
  for (const number of box.numbers) {
    const { containerId, verdict } = await gate.scan(number);
    gates.push({ number, containerId, verdict });
  }
  const { status, legalHold, isEscalated } = await make(sue, "GET", `/containers/${box.id}`);
  const { verdict } = await make(sue, "GET", `/containers/${box.id}/report`);
  const { items } = await make(sue, "GET", `/containers?status=${status}&limit=200`);
  const isListed = items.some((one: { id: string }) => one.id === box.id);
  return { gates, status, isUnderLegalHold: legalHold !== null, isEscalated, verdict, isListed };
}

/** The findings of `look` for a box that is kept. */
function kept({ id, numbers, isHeld, isLegallyHeld }: KeptBox) {
  const isHold = isHeld || isLegallyHeld;
  const verdict = expect.stringMatching(isHold ? "^HELD$" : "^(ESCALATED|INSPECT)$");
  return {
    gates: numbers.map((number) => ({ number, containerId: id, verdict })),
    status: expect.stringMatching(isHeld ? "^HELD$" : isHold ? "" : "^(ESCALATED|INSPECT)$"),
    isUnderLegalHold: isLegallyHeld,
    isEscalated: expect.any(Boolean),
    verdict: expect.stringMatching(isHold ? "^hold$" : "^(hold|attention|incomplete)$"),
    isListed: true,
  };
}

describe("a container that must not pass", () => {
  test.each(routes.map((route, index) => ({ route, start: STARTS[index % STARTS.length]! })))(
    "stays $start when an operator, two supervisors and an admin call $route",
    async ({ route, start }) => {
      const box = await keepBox(start);
      for (const [choice, user] of [...users, ann, sue].entries()) {
        await attemptChange(route, { world, box, user, choice });
      }
      expect(await look(box)).toEqual(kept(box));
    },
  );

  test("stays so whatever is done to it, in any order, by anybody, at any time", async () => {
    const attempt = record({
      route: constantFrom(...routes),
      user: constantFrom(...users),
      choice: nat(11),
      afterMs: constantFrom(0, 0, 0, VISIT_GAP_MS + 1),
    });
    const property = asyncProperty(
      constantFrom(...STARTS),
      array(attempt, { minLength: 3, maxLength: 12 }),
      async (start, attempts) => {
        const box = await keepBox(start);
        for (const { route, user, choice, afterMs } of attempts) {
          cloud.advanceMs(afterMs);
          await attemptChange(route, { world, box, user, choice });
        }
        expect(await look(box)).toEqual(kept(box));
      },
    );
    await assert(property, { numRuns: fewOrMany(6, 40), endOnFailure: true });
  });

  test("is tried with every write route that is not about something else", () => {
    const others = Object.keys(writeRows).filter((route) => !routes.includes(route));
    expect(others.filter((route) => !IS_ABOUT_OTHERS.test(route))).toEqual([]);
  });
});
