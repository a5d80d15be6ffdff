import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestLogger, temporaryFolder } from "../../outbox/testing/captures.ts";
import { keyFromFile } from "./api-key.ts";
import { createCloudLink } from "./cloud-link.ts";
import { DIRECT } from "./open-dispatcher.ts";
import { errorBody, startCloudServer } from "../testing/cloud-server.ts";

/** A cloud that accepts only `key-2`, and a client that has read `key-1` from its file. */
async function setUp() {
  const cloud = await startCloudServer();
  onTestFinished(() => cloud.close());
  cloud.respond(({ apiKey }) => (apiKey === "key-2" ? undefined : { status: 401, body: errorBody("INVALID_API_KEY") }));
  const file = path.join(temporaryFolder(), "edge-api-key");
  writeFileSync(file, "key-1\n");
  const logger = createTestLogger();
  const apiKey = keyFromFile(file, "key-1", logger);
  const client = createCloudLink({ cloudUrl: cloud.url, apiKey, network: DIRECT }).openClient();
  onTestFinished(() => client.close());
  const post = async () => {
    const body = Buffer.from("{}");
    const answer = await client.post({ url: cloud.url, key: "a", body, signal: new AbortController().signal });
    return answer.type === "answer" ? answer.status : answer.message;
  };
  return { cloud, file, logger, post, keys: () => cloud.requests.map(({ apiKey }) => apiKey) };
}

test("a refused key is read again from its file, and the request sent again with another one", async () => {
  const { file, logger, post, keys } = await setUp();
  expect(await post()).toBe(401);
  expect(keys()).toEqual(["key-1"]);
  writeFileSync(file, "key-2\n");
  expect(await post()).toBe(200);
  expect(await post()).toBe(200);
  expect(keys()).toEqual(["key-1", "key-1", "key-2", "key-2"]);
  expect(logger.lines).toEqual([expect.stringContaining("the key file contains another one")]);
  expect(logger.lines.join()).not.toContain("key-2");
});

test("requests that were under way with the old key use the new one, too", async () => {
  const { file, post, keys } = await setUp();
  writeFileSync(file, "key-2\n");
  expect(await Promise.all([post(), post()])).toEqual([200, 200]);
  expect(keys().toSorted()).toEqual(["key-1", "key-1", "key-2", "key-2"]);
});

test("a key file that cannot be used is logged once per cause, and the refusal remains", async () => {
  const { file, logger, post } = await setUp();
  rmSync(file);
  expect([await post(), await post()]).toEqual([401, 401]);
  writeFileSync(file, "two words");
  expect([await post(), await post()]).toEqual([401, 401]);
  expect(logger.lines).toEqual([
    expect.stringContaining("does not exist"),
    expect.stringContaining("does not contain a valid key"),
  ]);
});
