import { expect, onTestFinished, test } from "vitest";
import { createTestLogger } from "../../outbox/testing/captures.ts";
import { fixedKey } from "../link/api-key.ts";
import { askExpectedNumbers } from "./ask-expected-numbers.ts";
import { createCloudLink } from "../link/cloud-link.ts";
import { DIRECT } from "../link/open-dispatcher.ts";
import { errorBody, startCloudServer } from "../testing/cloud-server.ts";
import { until } from "../testing/start-test-forwarder.ts";

const listOf = (...numbers: string[]) => ({
  status: 200,
  headers: { etag: `"${numbers.join()}"` },
  body: { success: true, data: { numbers } },
});

async function start() {
  const cloud = await startCloudServer();
  onTestFinished(() => cloud.close());
  const logger = createTestLogger();
  const ask = () => {
    const link = createCloudLink({ cloudUrl: `${cloud.url}/base/`, apiKey: fixedKey("key"), network: DIRECT });
    const expected = askExpectedNumbers({ link, logger, intervalMs: 5 });
    onTestFinished(() => expected.stop());
    return expected;
  };
  const next = async (count = 2) => {
    const before = cloud.requests.length;
    await until(() => cloud.requests.length >= before + count);
  };
  return { cloud, lines: logger.lines, ask, next };
}

test("the valid numbers are taken, and an unchanged list is not asked for again", async () => {
  const { cloud, lines, ask } = await start();
  cloud.respond(({ ifNoneMatch }) =>
    ifNoneMatch === '"CSQU3054383,CSQU3054384,BOX 9"' ? { status: 304 } : listOf("CSQU3054383", "CSQU3054384", "BOX 9"),
  );
  const expected = ask();
  expect([...expected.current()]).toEqual([]);
  await until(() => cloud.requests.length === 3);
  expect(cloud.requests[0]).toMatchObject({ path: "/base/v1/edge/expected-numbers", apiKey: "key", ifNoneMatch: "" });
  expect(cloud.requests[2]?.ifNoneMatch).not.toBe("");
  expect([...expected.current()]).toEqual(["CSQU3054383"]);
  expect(lines).toEqual([]);
});

test("while the cloud fails the last list counts, and the log has one line for each change", async () => {
  const { cloud, lines, ask, next } = await start();
  cloud.respond(() => listOf("CSQU3054383"));
  const expected = ask();
  await next();
  cloud.respond(() => ({ status: 500, body: errorBody("INTERNAL_ERROR") }));
  await next(3);
  cloud.respond(() => ({ status: 200, body: "<h1>Accept our terms</h1>" }));
  await next(3);
  expect([...expected.current()]).toEqual(["CSQU3054383"]);
  cloud.respond(() => listOf("TGHU7599330"));
  await until(() => expected.current().has("TGHU7599330"));
  expect([...expected.current()]).toEqual(["TGHU7599330"]);
  expect(lines).toEqual([
    expect.stringMatching(/^warn the cloud does not list expected container numbers .*INTERNAL_ERROR/),
    expect.stringMatching(/^warn the cloud does not list expected container numbers .*200 is not the cloud's/),
    expect.stringMatching(/^info the cloud lists expected container numbers again/),
  ]);
});
