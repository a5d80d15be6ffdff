import { expect, test } from "vitest";
import { createApp } from "../../app.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createRuleSetWorld, withAlertsFrom } from "./testing.ts";

const cloud = await createTestApp();
const { ann, sue, as, propose, putInForce, replay } = await createRuleSetWorld(cloud);
// Of two numbers the first is drawn.
const numbers = [0.1, 0.9];
let drawn = 0;
const app = createApp({ ...cloud.parts, random: () => numbers[(drawn += 1) % 2 === 1 ? 0 : 1] ?? 0 });
const send: TestApp["send"] = async (method, url, { body, headers } = {}) => {
  const reply = await app.request(url, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: reply.status, headers: reply.headers, body: JSON.parse(await reply.text()) };
};
const { scan } = edgeSender({ ...cloud, send });
const goods = [{ description: "Shoes", hsCode: "640399", packageCode: "CT", numberOfPackages: 4 }];
const visit = async (containerNumber: string) => {
  await as(ann, "POST", "/manifests", { containerNumber, declaredGoods: goods, status: "VALIDATED" });
  return (await scan(containerNumber, await scanBody())).body.data;
};
const escalationsOf = async (id: string) => (await as(sue, "GET", `/escalations?containerId=${id}`)).body.data.items;

test("nothing is sampled unless the site states a share", async () => {
  const { containerId, manifestMatch } = await visit("SAMPLE-0");
  expect([manifestMatch.lane, manifestMatch.isComplete, drawn]).toEqual(["green", true, 0]);
  expect(await escalationsOf(containerId)).toEqual([]);
});

test("a share of the green visits is escalated at random, each drawn once, and decisions on it count in replays", async () => {
  await putInForce((await propose({ rules: withAlertsFrom(0.4, { greenSampleShare: 0.5 }) })).body.data.version);
  const [chosen, other] = [await visit("SAMPLE-1"), await visit("SAMPLE-2")];
  const [raised] = await escalationsOf(chosen.containerId);
  expect(raised).toMatchObject({
    source: "sample",
    state: "OPEN",
    scanId: chosen.scanId,
    findings: [],
    raisedBy: null,
  });
  expect(await escalationsOf(other.containerId)).toEqual([]);
  const before = drawn;
  for (let again = 0; again < 3; again += 1)
    await scan("SAMPLE-2", await scanBody({ timestamp: new Date(Date.now() + again).toISOString() }));
  expect(await escalationsOf(other.containerId)).toEqual([]);
  expect(drawn).toBe(before);

  await as(sue, "POST", `/escalations/${raised.id}/resolve`, {
    decision: "hold",
    reason: "other goods behind the first row",
  });
  const { version } = (await propose({ rules: withAlertsFrom(0.5) })).body.data;
  await replay(version);
  const { result } = (await as(sue, "GET", `/rule-sets/${version}/replay`)).body.data;
  expect(result.greenSample).toMatchObject({
    decided: 1,
    wrong: 1,
    wrongShare: { share: 1, lowerBound: 0.2065 },
    foundByCandidate: 0,
  });
});
