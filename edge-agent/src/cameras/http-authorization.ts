import { createHash, randomBytes } from "node:crypto";

export type Credentials = { username: string; password: string };

/**
 * The Authorization header that answers a 401's challenges: Digest (RFC 7616: MD5 or SHA-256) before Basic. Undefined
 * when the server offers neither.
 */
export function authorize(
  challenges: string | readonly string[] | undefined,
  { username, password }: Credentials,
  {
    method,
    path,
    clientNonce = randomBytes(8).toString("hex"),
  }: { method: string; path: string; clientNonce?: string },
): string | undefined {
  const offered = [challenges ?? []].flat().flatMap(splitChallenges);
  const digest = offered.filter(({ scheme }) => scheme === "digest").find(({ fields }) => hashOf(fields) !== undefined);
  if (digest) return answerDigest(digest.fields, { username, password }, { method, path, clientNonce });
  if (!offered.some(({ scheme }) => scheme === "basic")) return undefined;
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

type Challenge = { scheme: string; fields: Map<string, string> };

function splitChallenges(header: string): Challenge[] {
  return header
    .split(/(?<=^|,)\s*(?=(?:Basic|Digest)\b)/i)
    .filter((text) => text.trim() !== "")
    .map((text) => {
      const fields = [...text.matchAll(/(\w+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,]+))/g)];
      return {
        scheme: /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? "",
        fields: new Map(fields.map(([, name = "", quoted, bare]) => [name.toLowerCase(), quoted ?? bare ?? ""])),
      };
    });
}

function hashOf(fields: Map<string, string>): string | undefined {
  const algorithm = (fields.get("algorithm") ?? "MD5").toUpperCase();
  return { MD5: "md5", "SHA-256": "sha256" }[algorithm];
}

function answerDigest(
  fields: Map<string, string>,
  { username, password }: Credentials,
  { method, path, clientNonce }: { method: string; path: string; clientNonce: string },
): string {
  const hash = (...parts: string[]) =>
    createHash(hashOf(fields) ?? "md5")
      .update(parts.join(":"))
      .digest("hex");
  const [realm = "", nonce = ""] = [fields.get("realm"), fields.get("nonce")];
  const isQop = /\bauth\b/.test(fields.get("qop") ?? "");
  const secrets = [hash(username, realm, password), hash(method, path)] as const;
  const response = isQop
    ? hash(secrets[0], nonce, "00000001", clientNonce, "auth", secrets[1])
    : hash(secrets[0], nonce, secrets[1]);
  const quoted = { username, realm, nonce, uri: path, response, opaque: fields.get("opaque") };
  return [
    `Digest ${Object.entries(quoted)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}="${value}"`)
      .join(", ")}`,
    ...(fields.has("algorithm") ? [`algorithm=${fields.get("algorithm")}`] : []),
    ...(isQop ? ["qop=auth", "nc=00000001", `cnonce="${clientNonce}"`] : []),
  ].join(", ");
}
