import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import type { TestApp, TestUser } from "../../testing/app.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { replayVisits } from "./replay-visits.ts";
import { bundledRuleSet } from "../../match/bundled/rule-set.ts";

/** The bundled rules with other thresholds for people and weapons. */
export const withAlertsFrom = (fromConfidence: number, more: Partial<RuleSet> = {}): RuleSet => ({
  ...bundledRuleSet,
  alerts: {
    ...bundledRuleSet.alerts,
    alerts: [{ classes: ["weapon"], fromConfidence, severity: "critical" }],
  },
  ...more,
});

/** Works on a replay in this process until it is finished. */
export async function finishReplay({ parts }: Pick<TestApp, "parts">, replayId: string): Promise<void> {
  const attempt = { jobId: "", attempt: 1, isLast: true, signal: new AbortController().signal };
  await replayVisits.createHandler(parts)({ replayId }, attempt);
}

/** Requests by which tests propose and activate rule sets, at two sites with one camera each. */
export async function createRuleSetWorld(cloud: TestApp) {
  const [ann, bob] = [await cloud.signIn("admin"), await cloud.signIn("admin")];
  const [sue, operator] = [await cloud.signIn("supervisor"), await cloud.signIn("operator")];
  const as = (user: TestUser, method: string, url: string, body?: unknown, headers: Record<string, string> = {}) =>
    cloud.send(method, `/v1${url}`, { body, headers: { ...user.authorization, ...headers } });
  const plan = ["North", "South"].map((name) => ({ name, lanes: [{ name: "Lane 1" }] }));
  const { sites } = (await as(ann, "PUT", "/admin/topology", { sites: plan })).body.data;
  for (const [index, cameraId] of ["north-1", "south-1"].entries())
    await as(ann, "PUT", `/admin/cameras/${cameraId}`, { laneId: sites[index].lanes[0].id });
  const [north, south]: [string, string] = [sites[0].id, sites[1].id];
  const { scan } = edgeSender(cloud);
  const activate = (version: number, user = bob) => as(user, "POST", `/rule-sets/${version}/activate`);
  const replay = async (version: number) => {
    const started = await as(ann, "POST", `/rule-sets/${version}/replay`, {});
    if (started.status === 200) await finishReplay(cloud, started.body.data.id);
  };
  return {
    ann,
    bob,
    sue,
    operator,
    as,
    north,
    south,
    propose: (body: object, user = ann) => as(user, "POST", "/rule-sets", body),
    activate,
    replay,
    /** Replays a candidate, and activates it. */
    putInForce: async (version: number) => {
      await replay(version);
      return activate(version);
    },
    /** A picture of cartons, and a weapon of this confidence. */
    scanWeapon: async (number: string, cameraId: string, confidence: number) => {
      const detections = [
        { class_name: "carton", confidence: 0.9, area_percentage: 12.5, quantity: 1 },
        { class_name: "weapon", confidence, area_percentage: 3, quantity: 1 },
      ];
      return (await scan(number, await scanBody({ detections, camera_id: cameraId }))).body.data;
    },
  };
}
