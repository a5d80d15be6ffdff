import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import {
  CreateBucketCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import { describe, expect, test } from "vitest";
import { needs } from "../../../../deploy/testing/needs.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import { testObjectStorage, testUnusableStorage } from "./object-storage-contract.ts";
import { StorageUnavailableError } from "./object-storage.ts";
import { createS3Storage } from "./s3-storage.ts";
import { startS3Server } from "./testing.ts";

const nowhere = { bucket: "pictures", prefix: "", region: "eu-west-1", endpoint: "http://127.0.0.1:1" };
const credentials = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "wrong" };

testUnusableStorage(
  "no server",
  () => createS3Storage(nowhere, { credentials }),
  /http:\/\/127.0.0.1:1 does not answer \(.*ECONNREFUSED.*Is it running/,
);

/** A server that takes every connection, and hands each to `take`. */
async function listen(take: (socket: Socket) => void) {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on("error", () => undefined).on("close", () => open.delete(socket)));
    take(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUpLater(async () => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { endpoint: `http://127.0.0.1:${address.port}`, open };
}

test("gives up on a server that never answers, within its time", async () => {
  let tries = 0;
  const { endpoint } = await listen(() => void (tries += 1));
  const storage = createS3Storage({ ...nowhere, endpoint }, { credentials, idleTimeoutMs: 200 });
  await expect(storage.write("contract/silent", Buffer.from("x"))).rejects.toThrow(StorageUnavailableError);
  expect(tries).toBe(3);
});

test("gives up on a server that takes requests and never answers after ten seconds in all, and on the connection", async () => {
  const { endpoint, open } = await listen((socket) => void socket.resume());
  const storage = createS3Storage({ ...nowhere, endpoint }, { credentials });
  const works = [
    () => storage.write("contract/silent", Buffer.from("x")),
    () => storage.read("contract/silent"),
    () => storage.delete("contract/silent"),
    () => storage.check(),
  ];
  const refusals = await Promise.allSettled(works.map((work) => work()));
  expect(refusals.map(({ status }) => status)).toEqual(works.map(() => "rejected"));
  for (const refusal of refusals)
    expect(refusal).toHaveProperty("reason.message", expect.stringContaining("timed out after 10 s"));
  await expect.poll(() => open.size, { timeout: 120_000 }).toBe(0);
});

test("reports which region a bucket is in", async () => {
  const { endpoint } = await listen((socket) =>
    socket.end(
      "HTTP/1.1 301 Moved\r\nx-amz-bucket-region: eu-central-1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    ),
  );
  const storage = createS3Storage({ ...nowhere, endpoint }, { credentials });
  await expect(storage.check()).rejects.toThrow("set region=eu-central-1 in STORAGE_URL");
});

const s3 = needs("moto_server");

describe("against a server that speaks S3", s3, async () => {
  if (s3.skip) return;
  const server = await startS3Server();

  testObjectStorage(server.open());

  test("keeps its objects under its folder of the bucket, or at the top without one", async () => {
    const [below, top] = [server.open({ prefix: "a/b" }), server.open({ prefix: "" })];
    await below.write("scans/one/image", Buffer.from("x"));
    expect(await top.read("scans/one/image")).toBeUndefined();
    expect(await buffer((await top.read("a/b/scans/one/image")) ?? new ReadableStream())).toHaveLength(1);
    const found = [];
    for await (const { key } of top.list("a")) found.push(key);
    expect(found).toEqual(["a/b/scans/one/image"]);
  });

  test("lists nothing of other installations in the bucket, and no key that leads elsewhere", async () => {
    const storage = server.open({ prefix: "inst" });
    await storage.write("scans/one/image", Buffer.from("own"));
    await server.open({ prefix: "inst2" }).write("scans/two/image", Buffer.from("foreign"));
    await server.open({ prefix: "inst/scans2" }).write("three/image", Buffer.from("foreign"));
    const strange = ["scans/two words", "scans/ü", "scans/.x", "scans/a\\b"];
    for (const name of strange)
      await server.client.send(
        new PutObjectCommand({ Bucket: server.place.bucket, Key: `inst/${name}`, Body: Buffer.from("strange") }),
      );
    const found = [];
    for await (const { key } of storage.list("scans")) found.push(key);
    expect(found).toEqual(["scans/one/image"]);
    for (const key of ["../inst2/scans/two/image", "scans/../../inst2/scans/two/image", "/inst2/scans/two/image"]) {
      await expect(storage.read(key)).rejects.toThrow("is not a storage key");
      await expect(storage.delete(key)).rejects.toThrow("is not a storage key");
    }
    expect(await server.open({ prefix: "inst2" }).read("scans/two/image")).toBeDefined();
  });

  test("a deleted object of a bucket with versions is read and listed no longer; its rules end the bytes", async () => {
    const Bucket = "with-versions";
    await server.client.send(new CreateBucketCommand({ Bucket }));
    const VersioningConfiguration = { Status: "Enabled" } as const;
    await server.client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration }));
    const storage = server.open({ bucket: Bucket });
    await storage.write("scans/one/image", Buffer.from("face"));
    await storage.delete("scans/one/image");
    expect(await storage.read("scans/one/image")).toBeUndefined();
    const found = [];
    for await (const { key } of storage.list("scans")) found.push(key);
    expect(found).toEqual([]);
    const { Versions } = await server.client.send(new ListObjectVersionsCommand({ Bucket }));
    expect(Versions).toHaveLength(1);
  });

  testUnusableStorage("no such bucket", () => server.open({ bucket: "missing" }), /bucket missing not found/);
  testUnusableStorage(
    "a wrong secret",
    () => server.open({}, { credentials: { ...server.credentials, secretAccessKey: "wrong" } }),
    /the credentials are wrong \(SignatureDoesNotMatch/,
  );
  testUnusableStorage("an unknown key", () => server.open({}, { credentials }), /the credentials are wrong/);

  /** Proxies the server, and cuts connections after the given number of bytes to it, or from it. */
  const listenBefore = async (limits: { cuts: number; upBytes?: number; downBytes?: number }) => {
    const target = new URL(server.place.endpoint ?? "");
    let cuts = 0;
    const { endpoint, open } = await listen((socket) => {
      const upstream = connect(Number(target.port), target.hostname);
      const cutAfter = (bytes: number | undefined) => {
        let left = bytes ?? Infinity;
        return (chunk: Buffer) => {
          left -= chunk.length;
          if (left >= 0 || cuts >= limits.cuts) return;
          cuts += 1;
          socket.destroy();
          upstream.destroy();
        };
      };
      socket.on("data", cutAfter(limits.upBytes)).on("close", () => upstream.destroy());
      upstream
        .on("data", cutAfter(limits.downBytes))
        .on("error", () => socket.destroy())
        .on("close", () => socket.destroy());
      socket.pipe(upstream);
      upstream.pipe(socket);
    });
    return { storage: server.open({ endpoint }), open };
  };

  test("an upload that is cut is made again, and is whole", async () => {
    const { storage } = await listenBefore({ cuts: 2, upBytes: 1_000_000 });
    const bytes = Buffer.alloc(4_000_000, "picture");
    await storage.write("contract/cut-upload", bytes);
    expect(
      (await buffer((await server.open().read("contract/cut-upload")) ?? new ReadableStream())).equals(bytes),
    ).toBe(true);
  });

  test("an upload that is cut every time leaves nothing", async () => {
    const { storage } = await listenBefore({ cuts: Infinity, upBytes: 1_000_000 });
    await expect(storage.write("contract/never-up", Buffer.alloc(4_000_000))).rejects.toThrow(StorageUnavailableError);
    expect(await server.open().read("contract/never-up")).toBeUndefined();
  });

  test("a download that is cut fails, and does not end as if it were whole", async () => {
    const { storage } = await listenBefore({ cuts: 1, downBytes: 1_000_000 });
    await storage.write("contract/cut-download", Buffer.alloc(8_000_000));
    const stream = await storage.read("contract/cut-download");
    await expect(buffer(stream ?? new ReadableStream())).rejects.toThrow("aborted");
  });

  test("a download that is given up lets go of its connection", async () => {
    const { storage, open } = await listenBefore({ cuts: 0 });
    await storage.write("contract/given-up", Buffer.alloc(20_000_000));
    const streams = await Promise.all(Array.from({ length: 10 }, () => storage.read("contract/given-up")));
    expect(open.size).toBeGreaterThanOrEqual(10);
    for (const stream of streams) await stream?.cancel();
    // One may be kept for the next request.
    await expect.poll(() => open.size, { timeout: 120_000 }).toBeLessThanOrEqual(1);
  });
});
