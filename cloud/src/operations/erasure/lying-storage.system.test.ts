import { once } from "node:events";
import { createServer, request } from "node:http";
import { expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { startS3Server } from "../../platform/storage/testing.ts";
import { createTestApp } from "../../testing/app.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { erasePicture } from "./erase-picture.ts";

/** A proxy for an S3 server that confirms each deletion without doing it, and forwards all other requests. */
async function startLiar(target: string): Promise<string> {
  const server = createServer((incoming, response) => {
    if (incoming.method === "DELETE") return response.writeHead(204).end();
    const { method, headers, url } = incoming;
    const upstream = request(new URL(url ?? "", target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    return incoming.pipe(upstream);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUpLater(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

test("an erasure that the storage only pretends is reported, and can be repeated", needs("moto_server"), async () => {
  const server = await startS3Server();
  const honest = server.open();
  const liar = server.open({ endpoint: await startLiar(server.place.endpoint ?? "") });
  const cloud = await createTestApp();
  const { scanId: id } = (await edgeSender(cloud).scan("FACE1", await scanBody())).body.data;
  const key = `scans/${id}/image`;
  await honest.write(key, Buffer.from("face"));
  const erase = (storage: typeof honest) => erasePicture({ ...cloud.parts, storage }, { id, reason: "request 12" });
  expect(await erase(liar)).toMatchObject({
    isRepeated: false,
    failed: [{ key, error: new Error("the storage reports it as deleted and still returns it") }],
  });
  expect(await honest.read(key)).toBeDefined();
  expect(await erase(honest)).toMatchObject({ isRepeated: true, failed: [] });
  expect(await honest.read(key)).toBeUndefined();
});
