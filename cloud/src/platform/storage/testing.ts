import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { z } from "zod";
import { toolAt } from "../../../../deploy/testing/needs.ts";
import { cleanUpLater } from "../../testing/clean-up.ts";
import type { S3Place } from "./s3-place.ts";
import { createS3Storage, type S3Options } from "./s3-storage.ts";

const POLICY = JSON.stringify({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Action: "s3:*", Resource: "*" }],
});
/** The requests that the server takes unsigned: those that make the account of the tests. */
const UNSIGNED = ["CreateUser", "PutUserPolicy", "CreateAccessKey"];
const account = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });

/** An S3-compatible server with its own bucket and account, until the file's tests are over. */
export async function startS3Server() {
  const env = { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: String(UNSIGNED.length) };
  const server = spawn(toolAt("moto_server"), ["-H", "127.0.0.1", "-p", "0"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  cleanUpLater(async () => {
    const ended = once(server, "exit");
    server.kill();
    await ended;
  });
  const endpoint = await readAddress(createInterface(server.stderr));
  for (const action of UNSIGNED.slice(0, -1)) await ask(endpoint, action);
  const credentials = readAccount(await ask(endpoint, "CreateAccessKey"));
  const place: S3Place = { bucket: "pictures", prefix: "some/prefix", region: undefined, endpoint };
  const client = new S3Client({ region: "us-east-1", endpoint, forcePathStyle: true, credentials });
  await client.send(new CreateBucketCommand({ Bucket: place.bucket }));
  cleanUpLater(async () => client.destroy());
  return {
    place,
    credentials,
    /** Requests of others to the bucket. */
    client,
    open: (changes: Partial<S3Place> = {}, options: S3Options = {}) =>
      createS3Storage({ ...place, ...changes }, { credentials, ...options }),
  };
}

async function readAddress(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const [, address] = /Running on (http:\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error("moto_server ended before it listened");
}

/** Asks the server's accounts, which do not look at this signature. */
async function ask(endpoint: string, action: string): Promise<string> {
  const reply = await fetch(endpoint, {
    method: "POST",
    headers: {
      Authorization:
        "AWS4-HMAC-SHA256 Credential=x/20200101/us-east-1/iam/aws4_request, SignedHeaders=host, Signature=x",
      "Content-Type": "application/x-www-form-urlencoded",
    },
    body: String(
      new URLSearchParams({
        Version: "2010-05-08",
        Action: action,
        UserName: "tests",
        PolicyName: "all",
        PolicyDocument: POLICY,
      }),
    ),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${action} was answered ${reply.status}: ${text}`);
  return text;
}

function readAccount(xml: string): z.infer<typeof account> {
  const field = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
  return account.parse({ accessKeyId: field("AccessKeyId"), secretAccessKey: field("SecretAccessKey") });
}
