import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { createKeyRegistration } from "../forwarding/signing/key-registration.ts";
import { openSigningKey } from "../forwarding/signing/signing-key.ts";
import { createTestLogger } from "../outbox/testing/captures.ts";
import { answerAsAgent } from "./testing/answer-as-agent.ts";
import { layOutSite } from "./testing/small-site.ts";
import { createContext } from "./testing/test-context.ts";
import { showSigningKey } from "./signing-key.ts";

const REGISTERED = "The cloud has registered this key for the records of this device.";

test("signing-key asks for a registration only while the running agent does not report one", async () => {
  const { configFile, dataDir } = await layOutSite("http://127.0.0.1:9");
  mkdirSync(dataDir);
  const { fingerprint } = openSigningKey(dataDir);
  const printed = async () => {
    const { context, out } = createContext();
    await showSigningKey({ config: configFile }, context);
    return out.join("\n");
  };
  expect(await printed()).toContain("an administrator registers");
  const answerWith = (own: string, registered: string | null | undefined) => {
    const registration = createKeyRegistration(own, createTestLogger());
    registration.note(registered);
    return answerAsAgent(dataDir, { signingKey: registration.status() });
  };
  for (const registered of [null, undefined]) {
    await answerWith(fingerprint, registered);
    expect(await printed()).toContain("an administrator registers");
  }
  await answerWith(fingerprint, fingerprint);
  expect(await printed()).toContain(REGISTERED);
  await answerWith("of the previous key", "of the previous key");
  expect(await printed()).not.toContain(REGISTERED);
});
