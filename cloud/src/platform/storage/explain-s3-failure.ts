import { S3ServiceException } from "@aws-sdk/client-s3";
import type { S3Place } from "./s3-place.ts";

/** Explains the cause and the remedy of a failed request to S3 to the operator. */
export function explainS3Failure(error: unknown, place: S3Place): string {
  const cause = rootOf(error);
  if (cause instanceof S3ServiceException) return explainRefusal(cause, place);
  const [name, message] = cause instanceof Error ? [cause.name, cause.message] : ["", String(cause)];
  if (/credential/i.test(name))
    return "no credentials are set: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give the machine a role";
  if (/region is missing/i.test(message)) return "no region is set: add region=… to STORAGE_URL";
  const detail = cause instanceof AggregateError ? cause.errors.map(String).join("; ") : message;
  return `${place.endpoint ?? "S3"} does not answer (${detail || name}). Is it running, and is the address right?`;
}

function explainRefusal(error: S3ServiceException, { bucket, region, endpoint }: S3Place): string {
  const { name, message } = error;
  const status = error.$metadata.httpStatusCode ?? 0;
  const home = homeRegionOf(error);
  if (home !== undefined && home !== region)
    return `the bucket ${bucket} is in the region ${home}: set region=${home} in STORAGE_URL`;
  if (name === "NoSuchBucket")
    return `bucket ${bucket} not found${endpoint ? ` at ${endpoint}` : ""}: create it, or correct STORAGE_URL`;
  if (name === "InvalidAccessKeyId" || name === "SignatureDoesNotMatch" || name === "ExpiredToken")
    return `the credentials are wrong (${name}: ${message})`;
  if (status === 401 || status === 403)
    return `the credentials lack a permission: they need s3:ListBucket on ${bucket}, and s3:GetObject, s3:PutObject and s3:DeleteObject on its objects (${name}: ${message})`;
  return `it answered ${status} (${name}: ${message})`;
}

/** The region of the bucket, when a refusal reports it. */
function homeRegionOf(error: S3ServiceException): string | undefined {
  if ("Region" in error && typeof error.Region === "string") return error.Region;
  const headers: unknown = error.$response?.headers;
  const header =
    typeof headers === "object" &&
    headers !== null &&
    Object.entries(headers).find(([name]) => name.toLowerCase() === "x-amz-bucket-region");
  return header && typeof header[1] === "string" ? header[1] : undefined;
}

/** Returns the root cause of an error of flystorage. */
function rootOf(error: unknown): unknown {
  let root = error;
  for (
    let depth = 0;
    depth < 5 && root instanceof Error && root.cause !== undefined && !(root instanceof S3ServiceException);
    depth++
  )
    root = root.cause;
  return root;
}
