import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { fleetOf } from "../../cloud/src/fleet/edge-devices/testing.ts";
import { createTestApp } from "../../cloud/src/testing/app.ts";
import { startServer } from "../../cloud/src/platform/http/start-server.ts";
import { layOutSite, runCli, startCli, threeSecondVideo } from "../../edge-agent/src/commands/testing/small-site.ts";
import { startFaultProxy } from "../../edge-agent/src/forwarding/testing/fault-proxy.ts";
import { startBroker, subscribeTo } from "../../edge-agent/src/lanes/testing/start-broker.ts";
import { waitUntil } from "../demo/wait-until.ts";

const patient = { timeoutMs: 100_000, everyMs: 20 };
type Message = { id: string; verdict: string; reason: string; containerNumber: string | null; scanId: string | null };

/** A gate that refuses the first message once, and records each that it takes. */
async function startGate() {
  const taken: Message[] = [];
  let isRefusing = true;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const message = JSON.parse(await text(request)) as Message;
    const isTaken = !isRefusing && request.headers["idempotency-key"] === message.id;
    isRefusing = false;
    if (isTaken) taken.push(message);
    response.writeHead(isTaken ? 204 : 500).end();
  };
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  return { taken, url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/verdicts` };
}

test("each decision reaches the gate by callback, MQTT and file, once, and a rule holds while the line is down", async () => {
  const cloud = await createTestApp();
  const fleet = await fleetOf(cloud);
  const server = await startServer(() => cloud.app, { host: "127.0.0.1", port: 0, newId: cloud.parts.newId });
  onTestFinished(() => server.stop(0));
  const line = await startFaultProxy(server.port);
  onTestFinished(() => line.close());
  const [gate, broker] = [await startGate(), await startBroker()];
  const payloads = await subscribeTo(broker.url, "gates/1/verdict");
  const published = () => payloads.map((payload) => JSON.parse(payload) as Message);

  const { apiKey } = await fleet.make("Gate 1");
  const verdict = {
    file: "verdict.json",
    url: gate.url,
    mqttTopic: "gates/1/verdict",
    whileDown: "hold",
    downAfterSeconds: 1,
  };
  const { folder, configFile } = await layOutSite(line.url, {
    cloud: { url: line.url, apiKey },
    mqtt: { url: broker.url },
    cameras: [{ id: "top", url: threeSecondVideo, framesPerSecond: 10 }],
    lanes: [{ id: "lane-1", container: { fixed: "CSQU3054383" }, verdict }],
    stations: [{ id: "gate-1", lane: "lane-1", camera: "top", model: "category" }],
  });
  const given = () => gate.taken.map(({ verdict: state, reason }) => `${state} ${reason}`);
  const isGiven = async (...expected: string[]) => {
    const isThere = (list: string[]) => JSON.stringify(list) === JSON.stringify(expected);
    await waitUntil(`the gate has ${expected.at(-1)}`, () => isThere(given()) || undefined, patient).catch(() => {});
    expect(given()).toEqual(expected);
    const last = gate.taken.at(-1)!;
    const ofFile = () =>
      existsSync(path.join(folder, "verdict.json"))
        ? JSON.parse(readFileSync(path.join(folder, "verdict.json"), "utf8"))
        : undefined;
    await waitUntil(
      "the file has it",
      () => (ofFile()?.scanId === last.scanId && ofFile().verdict === last.verdict) || undefined,
      patient,
    );
    await waitUntil("the broker has it", () => published().length === gate.taken.length || undefined, patient);
    return last;
  };
  const [ann, bea] = [await cloud.signIn("supervisor"), await cloud.signIn("supervisor")];
  const post = async (user: typeof ann, route: string, body: object) => {
    const reply = await cloud.send("POST", route, { headers: user.authorization, body });
    expect([reply.status < 300, reply.body.error]).toEqual([true, undefined]);
    return reply.body.data;
  };
  const escalate = async (id: string) => (await post(ann, `/v1/containers/${id}/escalate`, { reason: "Look" })).id;
  const decide = async (user: typeof ann, id: string, decision: string) => {
    await post(user, `/v1/escalations/${id}/claim`, {});
    await post(user, `/v1/escalations/${id}/resolve`, { decision, reason: "As seen" });
  };

  const agent = startCli(["run", "--config", configFile]);
  const first = await isGiven("scanned decision");
  expect(first).toMatchObject({ lane: "lane-1", containerNumber: "CSQU3054383" });
  const { rows } = await cloud.parts.db.execute<{ id: string }>("select id from containers");
  const containerId = rows[0]!.id;
  const sequence = ["scanned decision", "escalated decision"];
  const held = await escalate(containerId);
  await isGiven(...sequence);
  const startMs = performance.now();
  await decide(ann, held, "hold");
  await isGiven(...sequence, "held decision");
  console.info(`a decision was given out after ${Math.round(performance.now() - startMs)} ms`);

  await line.set("refuse");
  await isGiven(...sequence, "held decision", "hold line-down");
  const cleared = await escalate(containerId);
  await decide(bea, cleared, "clear");
  await line.set("pass");
  const after = [...sequence, "held decision", "hold line-down", "cleared decision"];
  await isGiven(...after);
  await line.set("refuse");
  await isGiven(...after, "hold line-down");
  await line.set("pass");
  // The same verdict again, because it replaces the one given out without a line.
  const final = [...after, "hold line-down", "cleared decision"];
  await isGiven(...final);

  const { stdout } = await runCli("status", "--config", configFile);
  for (const output of [gate.url, "gates/1/verdict", path.join(folder, "verdict.json")])
    expect(stdout).toMatch(
      new RegExp(`^verdicts +lane-1 to ${output}: 7 given out, last .*: cleared for CSQU3054383$`, "m"),
    );

  agent.stop("SIGTERM");
  await agent.ended;
  const again = startCli(["run", "--config", configFile]);
  // The restart scans the load again, and repeats nothing that was given out before.
  const rescanned = await isGiven(...final, "cleared decision");
  expect(rescanned.scanId).not.toBe(first.scanId);
  again.stop("SIGTERM");
  await again.ended;
  expect(new Set(gate.taken.map(({ id }) => id)).size).toBe(gate.taken.length);
  const withoutIds = (messages: Message[]) => messages.map(({ id: _id, ...message }) => message);
  expect(withoutIds(published())).toEqual(withoutIds(gate.taken));
});
