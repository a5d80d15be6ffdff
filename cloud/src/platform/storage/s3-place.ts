/** Where objects are kept in S3, or in an S3-compatible server. */
export type S3Place = {
  bucket: string;
  /** Before every key, without a slash at either end; empty for none. */
  prefix: string;
  /** Undefined takes the one of the machine's own AWS settings. */
  region: string | undefined;
  /** Undefined is AWS itself; another server is asked with the bucket in the path. */
  endpoint: string | undefined;
};

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:[\w.-]+(?:\/[\w.-]+)*)?$/;

/** `s3://bucket/prefix?region=…&endpoint=…`; a text says what is wrong with it. */
export function readS3Url(value: string): S3Place | string {
  const url = URL.parse(value);
  if (url?.protocol !== "s3:") return "is neither file nor an address of S3";
  if (url.username || url.password)
    return "holds credentials: they belong into AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY";
  const unknown = [...url.searchParams.keys()].find((key) => key !== "region" && key !== "endpoint");
  if (unknown !== undefined || url.hash) return `has an option that does not exist: ${unknown ?? url.hash}`;
  const prefix = url.pathname.replace(/^\/+|\/+$/g, "");
  if (!BUCKET.test(url.hostname)) return `names no bucket that there can be: "${url.hostname}"`;
  if (!PREFIX.test(prefix)) return `has a folder of other characters than letters, digits, - _ and dots: "${prefix}"`;
  const [region, endpoint] = [url.searchParams.get("region"), url.searchParams.get("endpoint")];
  if (region !== null && !/^[a-z0-9-]+$/.test(region)) return `names no region: "${region}"`;
  if (endpoint !== null && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ""))
    return `has an endpoint that is no web address: "${endpoint}"`;
  return { bucket: url.hostname, prefix, region: region ?? undefined, endpoint: endpoint ?? undefined };
}
