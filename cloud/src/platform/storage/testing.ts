import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { z } from "zod";
import { cleanUpLater } from "../../testing/clean-up.ts";
import type { S3Place } from "./s3-place.ts";
import { createS3Storage, type S3Options } from "./s3-storage.ts";

/** moto, from PyPI: it speaks S3 and checks signatures. Versions before this one miscalculate those of listings. */
const OLDEST_MOTO = [5, 2, 5] as const;
const INSTALL = 'pipx install "moto[s3]==5.2.5" && pipx inject moto flask flask-cors';

const installed = (process.env["PATH"] ?? "")
  .split(path.delimiter)
  .map((folder) => path.join(folder, "moto_server"))
  .filter((file) => existsSync(file));
const COMMAND = installed.find(isNewEnough);

/** True where tests can run against a server that speaks S3. */
export const hasS3Server = COMMAND !== undefined;
if (!hasS3Server) {
  const found =
    installed.length > 0 ? `${installed.join(", ")} is older than ${OLDEST_MOTO.join(".")}` : "moto_server is missing";
  console.warn(`The tests against S3 are skipped: ${found}. To install it: ${INSTALL}`);
}

/** Asks the Python that the command's first line names, since the command itself does not print its version. */
function isNewEnough(command: string): boolean {
  const [, python] = /^#!\s*(\S+)/.exec(readFileSync(command, "utf8")) ?? [];
  if (python === undefined) return false;
  const program = "import importlib.metadata as m; print(m.version('moto'))";
  const { stdout } = spawnSync(python, ["-c", program], { encoding: "utf8" });
  const version = (stdout ?? "").trim().split(".").map(Number);
  const first = OLDEST_MOTO.findIndex((part, place) => part !== version[place]);
  return first < 0 || (version[first] ?? 0) > (OLDEST_MOTO[first] ?? 0);
}

const POLICY = JSON.stringify({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Action: "s3:*", Resource: "*" }],
});
/** The requests that the server takes unsigned: those that make the account of the tests. */
const UNSIGNED = ["CreateUser", "PutUserPolicy", "CreateAccessKey"];
const account = z.object({ accessKeyId: z.string(), secretAccessKey: z.string() });

/** A server that speaks S3, with a bucket and an account of its own, until the file's tests are over. */
export async function startS3Server() {
  if (COMMAND === undefined) throw new Error("moto_server is missing");
  const env = { ...process.env, INITIAL_NO_AUTH_ACTION_COUNT: String(UNSIGNED.length) };
  const server = spawn(COMMAND, ["-H", "127.0.0.1", "-p", "0"], { env, stdio: ["ignore", "ignore", "pipe"] });
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
  client.destroy();
  return {
    place,
    credentials,
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
