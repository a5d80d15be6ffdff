import { Readable } from "node:stream";
import { GetObjectCommand, ListObjectsV2Command, NoSuchKey, S3Client } from "@aws-sdk/client-s3";
import { AwsS3StorageAdapter } from "@flystorage/aws-s3";
import { FileStorage } from "@flystorage/file-storage";
import { explainS3Failure } from "./explain-s3-failure.ts";
import { checkKey, type ObjectStorage, type StoredObject, StorageUnavailableError } from "./object-storage.ts";

export type S3Place = {
  bucket: string;
  /** Before every key, without a slash at either end; empty for none. */
  prefix: string;
  /** Undefined takes the one of the machine's own AWS settings. */
  region: string | undefined;
  /** Undefined is AWS itself; another server is asked with the bucket in the path. */
  endpoint: string | undefined;
};

export type S3Options = {
  /** Undefined has them found as the AWS tools find them: in the environment, the files in the home folder, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** How long nothing may move on a connection. */
  idleTimeoutMs?: number;
};

/** A failing request is made three times in all, with growing waits: some ten seconds where nobody answers. */
const ATTEMPTS = 3;
const CONNECT_TIMEOUT_MS = 3_000;
/** Also where a reader stopped reading. */
const IDLE_TIMEOUT_MS = 30_000;
/** From the first byte sent to the headers of the answer: 50 MB at 4 Mbit/s. */
const REQUEST_TIMEOUT_MS = 100_000;
/** Downloads hold a connection at their reader's pace; writes must not wait for them. */
const MAX_CONNECTIONS = 1_000;
/** Larger than any picture, so that each goes up in one request that does all or nothing. */
const PART_BYTES = 67_108_864;

/**
 * Keeps objects in a bucket of S3 or of a server that speaks as it does. Each write is one request that leaves the whole object or
 * nothing.
 */
export function createS3Storage(s3: S3Place, options: S3Options = {}): ObjectStorage {
  const { bucket, prefix } = s3;
  const client = openClient(s3, options);
  const uploadConfiguration = { partSize: PART_BYTES };
  const files = new FileStorage(new AwsS3StorageAdapter(client, { bucket, prefix, uploadConfiguration }));
  const fullKey = (key: string) => (prefix === "" ? key : `${prefix}/${key}`);
  const attempt = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      const why = explainS3Failure(error, s3);
      throw new StorageUnavailableError(`The storage could not ${what}: ${why}`, { cause: error });
    }
  };
  return {
    async write(key, bytes) {
      checkKey(key);
      const options = { mimeType: "application/octet-stream", size: bytes.length };
      await attempt(`write ${key}`, () => files.write(key, Readable.from([bytes]), options));
    },
    // Not through flystorage, which reads whole objects only, and keeps a connection for ever when its reader gives up.
    async read(key, range) {
      checkKey(key);
      const Range = range && `bytes=${range.start}-${range.end}`;
      return attempt(`read ${key}`, async () => {
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: fullKey(key), Range }));
          return Body?.transformToWebStream();
        } catch (error) {
          if (error instanceof NoSuchKey) return undefined;
          throw error;
        }
      });
    },
    async delete(key) {
      checkKey(key);
      await attempt(`delete ${key}`, () => files.deleteFile(key));
    },
    async *list(folder): AsyncGenerator<StoredObject> {
      checkKey(folder);
      const listing = files.list(folder, { deep: true })[Symbol.asyncIterator]();
      for (;;) {
        const next = await attempt(`list ${folder}`, () => listing.next());
        if (next.done) return;
        const { path: key, isFile, lastModifiedMs } = next.value;
        if (isFile && lastModifiedMs !== undefined) yield { key, modifiedAt: new Date(lastModifiedMs) };
      }
    },
    async check() {
      // Listing says in words what is wrong; asking for the bucket's head only answers with a number.
      const look = new ListObjectsV2Command({ Bucket: bucket, Prefix: fullKey(""), MaxKeys: 1 });
      await attempt(`use the bucket ${bucket}`, () => client.send(look));
    },
  };
}

function openClient(
  { region, endpoint }: S3Place,
  { credentials, idleTimeoutMs = IDLE_TIMEOUT_MS }: S3Options,
): S3Client {
  // Servers of one's own rarely have regions, but signatures name one.
  const named = region ?? (endpoint === undefined ? undefined : "us-east-1");
  return new S3Client({
    ...(named === undefined ? {} : { region: named }),
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials ? { credentials } : {}),
    maxAttempts: ATTEMPTS,
    // Checking what is read puts a stream in between that does not let go of its connection; a picture's length is checked in any case.
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: idleTimeoutMs,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
    },
  });
}
