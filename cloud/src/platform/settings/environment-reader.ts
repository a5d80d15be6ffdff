import { email } from "@container-inspection/shared-schemas";
import { readS3Url, type S3Place } from "../storage/s3-place.ts";

export type Environment = Record<string, string | undefined>;

/** Reads single values; a value that is only white space counts as absent, a bad one becomes a problem. */
export function createReader(env: Environment, problems: string[]) {
  const text = (name: string) => env[name]?.trim() || undefined;
  const url = (name: string, value = text(name)) => {
    if (value === undefined) return undefined;
    const parsed = URL.parse(value);
    if (parsed && /^https?:$/.test(parsed.protocol) && !parsed.username && !parsed.search && !parsed.hash)
      return parsed.href.replace(/\/$/, "");
    problems.push(`${name} is not a web address: "${value}" (such as https://inspection.example.com)`);
    return undefined;
  };
  return {
    text,
    url,
    origins: (name: string) =>
      (text(name) ?? "")
        .split(",")
        .map((part) => part.trim())
        .filter(Boolean)
        .flatMap((part) => url(name, part) ?? []),
    wholeNumber(name: string, fallback: number, { min, max }: { min: number; max: number }): number {
      const value = text(name);
      if (value === undefined) return fallback;
      if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
      problems.push(`${name} is "${value}": it must be a whole number from ${min} to ${max}`);
      return fallback;
    },
    fraction(name: string, fallback: number): number {
      const value = text(name);
      if (value === undefined) return fallback;
      if (/^(0(\.\d{1,9})?|1(\.0{1,9})?)$/.test(value)) return Number(value);
      problems.push(`${name} is "${value}": it must be a number from 0 to 1, such as 0.5`);
      return fallback;
    },
    flag(name: string): boolean {
      const value = text(name) ?? "false";
      if (!/^(true|false)$/.test(value)) problems.push(`${name} is "${value}": it must be true or false`);
      return value === "true";
    },
    email(name: string, fallback: string): string {
      const parsed = email.safeParse(text(name) ?? fallback);
      if (!parsed.success) problems.push(`${name} is not an email address: "${text(name)}"`);
      return parsed.data ?? fallback;
    },
    aiService(urlName: string, tokenName: string) {
      const [aiServiceUrl, aiServiceToken = ""] = [text(urlName), text(tokenName)];
      const parsed = URL.parse(aiServiceUrl ?? "");
      if (aiServiceUrl !== undefined && (!/^wss?:$/.test(parsed?.protocol ?? "") || parsed?.username || parsed?.hash))
        problems.push(`${urlName} is not a WebSocket address (such as wss://ai.example.com or ws://127.0.0.1:8092)`);
      if (aiServiceUrl !== undefined && !/^[\x21-\x7e]+$/.test(aiServiceToken))
        problems.push(`${tokenName} must be the token of the service at ${urlName}, in visible ASCII characters`);
      return { aiServiceUrl, aiServiceToken };
    },
    storageUrl(name: string): S3Place | undefined {
      const value = text(name);
      if (value === undefined || value === "file") return undefined;
      const place = readS3Url(value);
      if (typeof place !== "string") return place;
      problems.push(`${name} ${place} (such as s3://bucket/folder?region=eu-west-1, or file)`);
      return undefined;
    },
    redisUrl(name: string) {
      const value = text(name);
      if (value !== undefined && !/^rediss?:$/.test(URL.parse(value)?.protocol ?? ""))
        problems.push(`${name} is not a Redis address (such as rediss://:password@redis.example.com:6379)`);
      return value;
    },
    databaseUrl(name: string) {
      const value = text(name);
      if (value !== undefined && !/^postgres(ql)?:$/.test(URL.parse(value)?.protocol ?? ""))
        problems.push(`${name} is not a Postgres address (such as postgres://user:password@host:5432/name)`);
      return value;
    },
  };
}

export type Reader = ReturnType<typeof createReader>;
