import { createObjectIdMaker } from "@container-inspection/shared-schemas/object-id";
import { describe, expect, onTestFinished, test } from "vitest";
import type { AiRequest } from "./ai-service.ts";
import { type AiServiceParts, connectAiService } from "./connect-ai-service.ts";
import { resultOf, size, startScriptedService } from "./testing/scripted-service.ts";

const request: AiRequest = {
  task: "category",
  contentType: "image/jpeg",
  bytes: new Uint8Array([1, 2, 3]),
  ...size,
  deadlineMs: 120_000,
};
const logger = { info: () => {}, warn: () => {}, debug: () => {} };

function connect(url: string, changes: Partial<AiServiceParts> = {}) {
  const newId = createObjectIdMaker(() => Date.now());
  const service = connectAiService({ url, token: "the token", newId, random: () => 0, logger, ...changes });
  onTestFinished(() => service.close());
  return {
    ...service,
    detect: (changes: Partial<AiRequest> = {}) => service.detect({ ...request, ...changes }),
    /** The first outcome that is a finding; what fails until then is asked again. */
    recovers: () => expect.poll(() => service.detect(request).then(({ kind }) => kind)).toBe("found"),
  };
}

const failed = (message: RegExp) => ({ kind: "failed", message: expect.stringMatching(message) });

describe("one connection", () => {
  test("carries the token, and the picture as it is, and brings the findings back", async () => {
    const server = await startScriptedService();
    const outcome = await connect(server.url).detect();
    const { model, detections } = resultOf("");
    expect(outcome).toEqual({ kind: "found", findings: { model, ...size, detections, inferenceMs: 5 } });
    expect(server.upgrades).toEqual([{ authorization: "Bearer the token" }]);
    const [{ header, image } = { header: undefined, image: undefined }] = server.asked;
    expect(header).toMatchObject({ task: "category", contentType: "image/jpeg" });
    expect(header?.options.deadlineMs).toBeLessThanOrEqual(120_000);
    expect([...(image ?? [])]).toEqual([1, 2, 3]);
  });

  test("carries many requests, answered in any order, never more at once than the service takes", async () => {
    const held: (() => void)[] = [];
    const server = await startScriptedService(({ answer, image }) => {
      held.push(() => answer({ inferenceMs: image[0] }));
      // Answers from the last to the first, whenever three are under way.
      if (held.length === 3) for (const release of held.splice(0).reverse()) release();
      if (held.length > 3) throw new Error("more than three at once");
    });
    server.hello = { maxInFlight: 3 };
    const service = connect(server.url);
    const numbers = Array.from({ length: 12 }, (_, index) => index);
    const outcomes = await Promise.all(numbers.map((number) => service.detect({ bytes: new Uint8Array([number, 0]) })));
    expect(outcomes.map((outcome) => outcome.kind === "found" && outcome.findings.inferenceMs)).toEqual(numbers);
    expect(server.connections).toHaveLength(1);
  });

  test("takes a picture that its orientation tag turned, and no other size", async () => {
    const server = await startScriptedService(({ answer }) => answer({ width: size.height, height: size.width }));
    const service = connect(server.url);
    expect(await service.detect()).toMatchObject({ kind: "found", findings: { width: 48, height: 64 } });
    server.script = ({ answer }) => answer({ width: 640, height: 480 });
    expect(await service.detect()).toEqual(failed(/640 × 480 pixels instead of 64 × 48/));
  });

  test("holds back 64 requests at most", async () => {
    const server = await startScriptedService(() => {});
    server.hello = { maxInFlight: 1 };
    const service = connect(server.url);
    const waiting = Array.from({ length: 64 }, () => service.detect());
    expect(await service.detect()).toEqual(failed(/64 requests wait/));
    service.close();
    for (const outcome of await Promise.all(waiting)) expect(outcome).toEqual(failed(/stopping/));
    expect(await service.detect()).toEqual(failed(/stopping/));
  });
});

describe("what the service refuses", () => {
  test.each([
    ["BUSY", failed(/\(BUSY\)/)],
    ["SOMETHING_NEW", failed(/SOMETHING_NEW/)],
    ["INVALID_IMAGE", { kind: "invalid-image", message: "no" }],
  ])("%s is an outcome of this request alone", async (code, outcome) => {
    const server = await startScriptedService(({ header: { id }, sendText }) =>
      sendText(JSON.stringify({ type: "error", id, code, message: "no", retryable: true })),
    );
    const service = connect(server.url);
    expect(await service.detect()).toEqual(outcome);
    server.script = ({ answer }) => answer();
    expect(await service.detect()).toMatchObject({ kind: "found" });
    expect(server.connections).toHaveLength(1);
  });

  test("a task that it does not offer fails as if the service were unavailable, and is not sent", async () => {
    const server = await startScriptedService();
    expect(await connect(server.url).detect({ task: "illegal" })).toEqual(
      failed(/unavailable.*no model for "illegal"/),
    );
    expect(server.asked).toEqual([]);
  });
});

describe("a service that misbehaves", () => {
  test("by cutting the connection fails pending requests immediately, and is connected to again", async () => {
    const server = await startScriptedService(({ socket }) => socket.terminate());
    const service = connect(server.url);
    expect(await service.detect()).toEqual(failed(/unavailable/));
    server.script = ({ answer }) => answer();
    await service.recovers();
    expect(server.connections).toHaveLength(2);
  });

  test("by falling silent on an open connection is found out by a ping", async () => {
    const server = await startScriptedService(({ socket }) => socket.pause());
    const service = connect(server.url, { pingEveryMs: 100 });
    expect(await service.detect()).toEqual(failed(/it sent nothing for 100 ms after a ping/));
    server.script = ({ answer }) => answer();
    await service.recovers();
  });

  test("by never answering fails each request at its deadline, and its late answer is dropped", async () => {
    const server = await startScriptedService(() => {});
    const service = connect(server.url);
    expect(await service.detect({ deadlineMs: 200 })).toEqual(failed(/timed out after 200 ms/));
    server.script = ({ answer }) => {
      // On a busy machine the first request may end before it was sent.
      if (server.asked.length > 1) server.asked[0]?.answer({ inferenceMs: 666 });
      answer();
    };
    expect(await service.detect()).toMatchObject({ kind: "found", findings: { inferenceMs: 5 } });
    expect(server.connections).toHaveLength(1);
  });

  test("by answering twice, or to nothing, changes nothing", async () => {
    const server = await startScriptedService(({ answer, sendText }) => {
      sendText(JSON.stringify(resultOf("unknown request")));
      answer();
      answer({ inferenceMs: 666 });
    });
    const service = connect(server.url);
    for (let count = 0; count < 3; count += 1)
      expect(await service.detect()).toMatchObject({ kind: "found", findings: { inferenceMs: 5 } });
    expect(server.connections).toHaveLength(1);
  });

  test.each([
    ["NaN", (text: string) => text.replace("0.8", "NaN")],
    ["a confidence of 80", (text: string) => text.replace("0.8", "80")],
    ["an infinite area", (text: string) => text.replace("12.5", "1e999")],
    ["an answer cut off", (text: string) => text.slice(0, -40)],
    ["no detections", (text: string) => text.replace("detections", "guesses")],
    ["a number in place of detections", (text: string) => text.replace(/"detections":\[.*?\]/, '"number":null')],
  ])("by answering %s fails this request and no other", async (_, spoil) => {
    const server = await startScriptedService(({ header: { id }, image, sendText, answer }) =>
      image[0] === 13 ? sendText(spoil(JSON.stringify(resultOf(id)))) : answer(),
    );
    const service = connect(server.url);
    const outcomes = await Promise.all([service.detect({ bytes: new Uint8Array([13]) }), service.detect()]);
    expect(outcomes).toEqual([failed(/unusable answer/), expect.objectContaining({ kind: "found" })]);
    expect(server.connections).toHaveLength(1);
  });

  test.each([
    ["text that is not of the protocol", "<html>502 Bad Gateway</html>"],
    ["a binary message", Buffer.from([1, 2, 3])],
  ])("by sending %s is hung up on, and connected to again", async (_, garbage) => {
    const server = await startScriptedService(({ socket }) => socket.send(garbage));
    const service = connect(server.url);
    expect(await service.detect()).toEqual(failed(/unavailable: it sent/));
    server.script = ({ answer }) => answer();
    await service.recovers();
  });

  test("by refusing the token is asked again, and the message names the setting to check", async () => {
    const server = await startScriptedService();
    server.status = 401;
    const service = connect(server.url);
    expect(await service.detect()).toEqual(failed(/refuses the token.*AI_SERVICE_TOKEN/));
    server.status = 101;
    await service.recovers();
  });

  test.each([
    ["sending no hello", false, ""],
    ["sending a result before its hello", false, JSON.stringify(resultOf("x"))],
  ])("by %s is given up, and connected to again", async (_, greets, first) => {
    const server = await startScriptedService();
    server.greets = greets;
    const service = connect(server.url, { openTimeoutMs: 200 });
    const outcome = service.detect();
    await expect.poll(() => server.connections.length).toBe(1);
    if (first !== "") server.connections[0]?.send(first);
    expect(await outcome).toEqual(failed(/hello/));
    server.greets = true;
    await service.recovers();
  });

  test("by not being there fails requests at once", async () => {
    expect(await connect("ws://127.0.0.1:1").detect()).toEqual(failed(/unavailable: .*ECONNREFUSED/));
  });
});
