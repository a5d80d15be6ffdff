import { expect, test } from "vitest";
import { createKeyRegistration } from "../../forwarding/signing/key-registration.ts";
import { createTestLogger, temporaryFolder } from "../../outbox/testing/captures.ts";
import { answerAsAgent } from "../testing/answer-as-agent.ts";
import { examineAgent } from "./examine-agent.ts";

/** Answers as an agent does that runs on a data folder, and returns what the doctor finds. */
async function examineWith(more: object) {
  const refused = { unsaved: 0, lostScans: 0, lostEvents: 0 };
  const status = { version: "1.2.3", uptimeSeconds: 60, configFile: "/edge-agent.yaml", refused, ...more };
  const dataDir = temporaryFolder();
  await answerAsAgent(dataDir, status);
  const { findings } = await examineAgent({ dataDir, file: "/edge-agent.yaml" }, { version: "1.2.3", service: null });
  return findings.slice(1).map(({ state, message }) => [state, message]);
}

/** The status of a signing key of which the cloud has reported this. */
function keyAfter(registered: string | null | undefined) {
  const registration = createKeyRegistration("own", createTestLogger());
  registration.note(registered);
  return { signingKey: registration.status() };
}

test("the doctor reports whether the cloud has registered the signing key of the running agent", async () => {
  expect(await examineWith(keyAfter(null))).toEqual([["warn", expect.stringContaining("registered no signing key")]]);
  expect(await examineWith(keyAfter("own"))).toEqual([["ok", "the cloud has registered the signing key"]]);
});

test("an agent of another version, whose status cannot be read, is a failure that names the fix", async () => {
  const dataDir = temporaryFolder();
  await answerAsAgent(dataDir, { version: "1.2.3", uptimeSeconds: 60, configFile: "/edge-agent.yaml" });
  const { findings } = await examineAgent({ dataDir, file: "/edge-agent.yaml" }, { version: "1.2.3", service: null });
  const message =
    "the running agent is of another version, and its status cannot be read (signingKey, refused): restart it";
  expect(findings).toMatchObject([{ state: "fail", message }]);
});

test("a camera whose pictures the model does not know is a warning", async () => {
  const unlike = { kind: "unlike", message: "these pictures are unlike those that the model was trained on" };
  const camera = { id: "top", url: "", state: "running", pictureFaults: [unlike] };
  const unused = { lastFrameAtMs: null, framesPerSecond: 1, widthPixels: null, heightPixels: null, framesDropped: 0 };
  const more = { framesLeftOut: 0, decoder: null, frozen: false, quiet: false, restarts: 0, lastError: null };
  const cameras = [{ ...camera, ...unused, ...more, lastErrorFix: null, lastWarning: null, mainStream: null }];
  expect(await examineWith({ ...keyAfter(undefined), cameras })).toEqual([["warn", `camera top: ${unlike.message}`]]);
});

test("an agent that does not know it yet adds no finding", async () => {
  expect(await examineWith(keyAfter(undefined))).toEqual([]);
});
