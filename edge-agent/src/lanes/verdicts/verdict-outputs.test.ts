import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createLogger } from "../../base/logger.ts";
import { createMessageGiver } from "./give-messages.ts";
import type { VerdictMessage } from "./verdict-message.ts";
import { outputsOf } from "./verdict-outputs.ts";

/** A controller that gives these answers in turn, the last one again and again; counts commands. */
async function openController(...answers: string[]) {
  let commands = 0;
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      const answer = answers[Math.min(commands, answers.length - 1)] ?? "";
      commands += 1;
      socket.end(answer, "latin1");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/open`, commands: () => commands };
}

/** Gives one command out until the controller has it; a command that is to be repeated is repeated at once. */
async function giveCommand(url: string) {
  const [output] = outputsOf({ url } as Parameters<typeof outputsOf>[0], undefined);
  if (!output) throw new Error("no output");
  const given = Promise.withResolvers<void>();
  const pauses: number[] = [];
  const giver = createMessageGiver({
    output,
    onGiven: () => given.resolve(),
    random: () => 0,
    // A third time is enough to see it.
    pause: async (ms) => {
      pauses.push(ms);
      if (pauses.length > 2) given.reject(new Error("the command is repeated"));
    },
    logger: createLogger({ isTerminal: false, level: "silent" }),
  });
  onTestFinished(() => giver.stop());
  giver.put("verdict", { id: "v1", lane: "lane-1" } as VerdictMessage);
  await given.promise;
  return { repeats: pauses.length, status: giver.status() };
}

test.each([
  ["HTTP/1.1 200 OK\nContent-Length: 0\n\n"],
  ["HTTP/1.0 204 No Content\n\n"],
  ["HTTP/1.1 200 OK\r\nFri Nov 27 10:00:00 2026\r\nContent-Length: 0\r\n\r\n"],
  ["HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"],
  ["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\ncut"],
  ["OK\r\n"],
])("a command is sent once to a controller that answers %j", async (answer) => {
  const { url, commands } = await openController(answer);
  expect(await giveCommand(url)).toEqual({ repeats: 0, status: { waiting: 0, lastError: null } });
  expect(commands()).toBe(1);
});

test.each([
  ["HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"],
  ["HTTP/1.1 503 Busy\nContent-Length: 0\n\n"],
  ["HTTP/1.1 404 Not Found\nno header\n\n"],
  [""],
])("a command is sent again to a controller that answers %j, which is a refusal or none", async (answer) => {
  const { url, commands } = await openController(answer, "HTTP/1.1 200 OK\n\n");
  expect(await giveCommand(url)).toEqual({ repeats: 1, status: { waiting: 0, lastError: null } });
  expect(commands()).toBe(2);
});
