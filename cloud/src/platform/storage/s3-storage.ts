import { GetObjectCommand, ListObjectsV2Command, NoSuchKey, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { AwsS3StorageAdapter } from "@flystorage/aws-s3";
import { FileStorage } from "@flystorage/file-storage";
import { explainS3Failure } from "./explain-s3-failure.ts";
import type { S3Place } from "./s3-place.ts";
import { checkKey, isKey, type ObjectStorage, type StoredObject, StorageUnavailableError } from "./object-storage.ts";

export type S3Options = {
  /**
   * Undefined has them found as the AWS tools find them: in the environment, the files in the home folder, the
   * machine's role.
   */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Time in ms for which a connection may be idle. */
  idleTimeoutMs?: number;
};

/** A failing request is made three times in all, with growing waits. */
const ATTEMPTS = 3;
/**
 * Time limit in ms for all tries of a request together until the answer begins, in addition to the upload time of its
 * bytes.
 */
const DEADLINE_MS = 10_000;
/** 4 Mbit/s: 100 s for 50 MB. */
const SLOWEST_BYTES_PER_MS = 500;
const CONNECT_TIMEOUT_MS = 3_000;
/** Time in ms for which a connection may be idle, even if a reader stopped reading. */
const IDLE_TIMEOUT_MS = 30_000;
/** Downloads hold a connection at their reader's pace; writes must not wait for them. */
const MAX_CONNECTIONS = 1_000;
const CONTENT_TYPE = "application/octet-stream";

/**
 * Stores objects in a bucket of S3 or of an S3-compatible server. Each write is one request that stores the whole
 * object or nothing.
 */
export function createS3Storage(s3: S3Place, options: S3Options = {}): ObjectStorage {
  const { bucket, prefix } = s3;
  const client = openClient(s3, options);
  const files = new FileStorage(new AwsS3StorageAdapter(client, { bucket, prefix }));
  const fullKey = (key: string) => (prefix === "" ? key : `${prefix}/${key}`);
  const attempt = async <Result>(
    what: string,
    work: (signal: AbortSignal) => Promise<Result>,
    { limitMs = DEADLINE_MS } = {},
  ): Promise<Result> => {
    try {
      return await withDeadline(limitMs, work);
    } catch (error) {
      const why = explainS3Failure(error, s3);
      throw new StorageUnavailableError(`The storage could not ${what}: ${why}`, { cause: error });
    }
  };
  return {
    async write(key, bytes) {
      checkKey(key);
      // Not through flystorage, whose uploads cannot be given up.
      const put = new PutObjectCommand({ Bucket: bucket, Key: fullKey(key), Body: bytes, ContentType: CONTENT_TYPE });
      await attempt(`write ${key}`, (abortSignal) => client.send(put, { abortSignal }), {
        limitMs: DEADLINE_MS + bytes.length / SLOWEST_BYTES_PER_MS,
      });
    },
    // Not through flystorage, which reads whole objects only, and keeps a connection for ever when its reader gives up.
    async read(key, range) {
      checkKey(key);
      const Range = range && `bytes=${range.start}-${range.end}`;
      return attempt(`read ${key}`, async (abortSignal) => {
        try {
          const get = new GetObjectCommand({ Bucket: bucket, Key: fullKey(key), Range });
          const { Body } = await client.send(get, { abortSignal });
          return Body?.transformToWebStream();
        } catch (error) {
          if (error instanceof NoSuchKey) return undefined;
          throw error;
        }
      });
    },
    async delete(key) {
      checkKey(key);
      await attempt(`delete ${key}`, (abortSignal) => files.deleteFile(key, { abortSignal }));
    },
    async *list(folder): AsyncGenerator<StoredObject> {
      checkKey(folder);
      const listing = files.list(folder, { deep: true })[Symbol.asyncIterator]();
      for (;;) {
        const next = await attempt(`list ${folder}`, () => listing.next());
        if (next.done) return;
        const { path: key, isFile, lastModifiedMs } = next.value;
        // Objects that others put into the bucket are skipped: no key of this service names them.
        if (isFile && isKey(key) && lastModifiedMs !== undefined) yield { key, modifiedAt: new Date(lastModifiedMs) };
      }
    },
    async check() {
      // A failed listing describes its cause in words; a HEAD request for the bucket only returns a status.
      const look = new ListObjectsV2Command({ Bucket: bucket, Prefix: fullKey(""), MaxKeys: 1 });
      await attempt(`use the bucket ${bucket}`, (abortSignal) => client.send(look, { abortSignal }));
    },
  };
}

/** Rejects, and gives `work` up, when it has not ended in time. */
async function withDeadline<Result>(limitMs: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const controller = new AbortController();
  const timer = setTimeout(() => {
    late.reject(new Error(`timed out after ${Math.round(limitMs / 1_000)} s`));
    controller.abort();
  }, limitMs);
  try {
    return await Promise.race([work(controller.signal), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function openClient(
  { region, endpoint }: S3Place,
  { credentials, idleTimeoutMs = IDLE_TIMEOUT_MS }: S3Options,
): S3Client {
  // Self-hosted servers rarely have regions, but signatures name one.
  const named = region ?? (endpoint === undefined ? undefined : "us-east-1");
  return new S3Client({
    ...(named === undefined ? {} : { region: named }),
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials ? { credentials } : {}),
    maxAttempts: ATTEMPTS,
    // Checksum validation of reads inserts a stream that does not release its connection; a picture's length is
    // checked in any case.
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: idleTimeoutMs,
      httpAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
      httpsAgent: { keepAlive: true, maxSockets: MAX_CONNECTIONS },
    },
  });
}
