// Regardless of the order in which the records of a container arrive and of users' actions between them, the derived
// data is the same as if each record had arrived when it was taken.
import { expect, test } from "vitest";
import { fewOrMany } from "../../../deploy/testing/few-or-many.ts";
import { seededRandom } from "../../../deploy/testing/seeded-random.ts";
import { fleetOf } from "../fleet/edge-devices/testing.ts";
import { createRuleSetWorld, withAlertsFrom } from "../inspection/rule-sets/testing.ts";
import { createTestApp } from "../testing/app.ts";
import { derive } from "./arrivals/derive.ts";
import { makeStory, type Step } from "./arrivals/story.ts";

const random = seededRandom();
const cloud = await createTestApp();
const { sue: supervisor, north, propose, putInForce } = await createRuleSetWorld(cloud);
const fleet = await fleetOf(cloud);
const unsampled = { greenSampleShare: 0 };
await putInForce((await propose({ rules: withAlertsFrom(0.5, unsampled) })).body.data.version);
await putInForce((await propose({ siteId: north, rules: withAlertsFrom(0.8, unsampled) })).body.data.version);

let place = 0;
async function play(order: (steps: readonly Step[]) => readonly Step[]) {
  const story = await makeStory({ cloud, fleet, supervisor, place: (place += 1) });
  for (const step of order(story.steps)) await step.do();
  return derive(story, cloud, fleet);
}

/** A random order in which each step follows its prerequisites. */
function shuffled(steps: readonly Step[]): Step[] {
  const left = [...steps];
  const done: Step[] = [];
  const isReady = ({ after = [] }: Step) =>
    after.every((group) => group.some((name) => done.some((step) => step.name === name)));
  while (left.length > 0) {
    const ready = left.filter(isReady);
    const next = ready[random.below(ready.length)];
    if (!next) throw new Error(`no step can follow ${done.map(({ name }) => name).join()}`);
    done.push(...left.splice(left.indexOf(next), 1));
  }
  return done;
}

const expected = await play((steps) => steps);

test("a story in the order in which it was taken shows everything that is compared", () => {
  expect(expected).toMatchObject({
    container: ["CLEARED", "22G1", 20, "last"],
    gate: [["STORY-1", "SCANNED", "gate-1", 18.5], ["STORY", "CLEARED", "gate", 14], ["STORY-2", "SCANNED", "gate-2", 12]],
    drift: ["confidence"],
    reports: [{ opened: 300, last: 290 }, { opened: 20, last: 10, timeline: expect.arrayContaining([[13, "photo"]]) }],
    escalations: [["RESOLVED", "clear", ["firearm"]]],
  }); // prettier-ignore
});

test.each(Array.from({ length: fewOrMany(6, 100) }, (_, index) => [index + 1]))("order of arrival %d", async () => {
  let names: string[] = [];
  const derived = await play((steps) => {
    const order = shuffled(steps);
    names = order.map(({ name }) => name);
    return order;
  });
  expect(derived, `arrived as ${names.join(", ")}`).toEqual(expected);
});
