/** Location of objects in S3, or in an S3-compatible server. */
export type S3Place = {
  bucket: string;
  /** Prefix of every key, without a slash at either end; empty for none. */
  prefix: string;
  /** Undefined uses the region of the machine's AWS settings. */
  region: string | undefined;
  /** Undefined means AWS itself; requests to another server have the bucket in the path. */
  endpoint: string | undefined;
};

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+(?:\/[\w.-]+)*)?$/;

const REGION = /^[a-z0-9-]+$/;

/** Reads `s3://bucket/prefix?region=…&endpoint=…`. A returned string completes an error sentence. */
export function readS3Url(value: string): S3Place | string {
  const url = URL.parse(value);
  if (url?.protocol !== "s3:") return "is neither file nor an S3 address";
  const prefix = url.pathname.replace(/^\/+|\/+$/g, "");
  const { region, endpoint } = Object.fromEntries(url.searchParams);
  return findProblem(url, { prefix, region, endpoint }) ?? { bucket: url.hostname, prefix, region, endpoint };
}

function findProblem(url: URL, { prefix, region, endpoint }: Omit<S3Place, "bucket">): string | undefined {
  if (url.username || url.password)
    return "contains credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY instead";
  const unknown = [...url.searchParams.keys()].find((key) => key !== "region" && key !== "endpoint");
  if (unknown !== undefined || url.hash) return `has an unknown option: ${unknown ?? url.hash}`;
  if (!BUCKET.test(url.hostname)) return `has an invalid bucket name: "${url.hostname}"`;
  if (!PREFIX.test(prefix)) return `has a folder with characters other than letters, digits, - _ and dots: "${prefix}"`;
  if (region !== undefined && !REGION.test(region)) return `has an invalid region: "${region}"`;
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    return `has an endpoint that is not a web address: "${endpoint}"`;
  return undefined;
}
