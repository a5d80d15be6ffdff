import { readFile } from "node:fs/promises";
import { isScalar, parseDocument, visit } from "yaml";
import { decodePercent } from "../base/decode-percent.ts";
import { pathOfSetting } from "./path-of-setting.ts";

const SECRET_KEY = /^(apiKey|password|token|secret)$/i;
const SECRET_VARIABLE = /PASS|PWD|TOKEN|SECRET|KEY|CREDENTIAL/i;
const SECRET_QUERY = /pass|pwd|token|secret|key|auth/i;
const SECRET_IN_PATH = /(?:pass|pwd|token|secret|key|auth)[^=/?&;_]*=(.*?)(?=_[a-z]+=|[&#?/;]|$)/gi;
/** Shorter ones would be found in every text. */
const LEAST_LENGTH = 4;

/**
 * Every secret that a configuration uses: in its text, in the environment, in URLs and in the key file. It need not be
 * valid.
 */
export async function collectSecrets(
  text: string,
  folder: string,
  environment: Record<string, string | undefined>,
): Promise<Set<string>> {
  const found: string[] = [];
  const document = parseDocument(text);
  const expand = (value: string) => value.replaceAll(/\$\{([^}]*)\}/g, (all, name: string) => environment[name] ?? all);
  let keyFile: string | undefined;
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || !isScalar(value)) return;
      if (SECRET_KEY.test(String(key.value))) found.push(String(value.value), expand(String(value.value)));
      if (key.value === "apiKeyFile") keyFile = String(value.value);
    },
    Scalar(_, { value }) {
      if (typeof value !== "string") return;
      for (const [, name = ""] of value.matchAll(/\$\{([^}]*)\}/g)) {
        if (SECRET_VARIABLE.test(name)) found.push(environment[name] ?? "");
      }
      found.push(...secretsOfUrl(expand(value)));
    },
  });
  for (const [name, value] of Object.entries(environment)) {
    if (value !== undefined && /_PROXY$/i.test(name)) found.push(...secretsOfUrl(value));
    if (value !== undefined && /^(CAMERA_PASSWORD|AI_SERVICE_TOKEN|EDGE_API_KEY)$/.test(name)) found.push(value);
  }
  if (keyFile !== undefined) found.push(await readFile(pathOfSetting(folder, keyFile), "utf8").catch(() => ""));
  const trimmed = found.map((secret) => secret.trim()).filter((secret) => secret.length >= LEAST_LENGTH);
  return new Set(
    trimmed.flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]),
  );
}

function secretsOfUrl(text: string): string[] {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return [];
  const queried = [...url.searchParams].filter(([name]) => SECRET_QUERY.test(name)).map(([, value]) => value);
  // As XMeye recorders have it: `/user=NAME_password=SECRET_channel=1`.
  const inPath = [...`${url.pathname}${url.search}`.matchAll(SECRET_IN_PATH)].map(([, value = ""]) => value);
  return [url.password, ...queried, ...inPath].flatMap((value) => [value, decodePercent(value)]);
}

/** A text in which every secret is replaced, the longest first. */
export function removeSecrets(text: string, secrets: ReadonlySet<string>): string {
  const ordered = [...secrets].filter((secret) => !secret.startsWith("${")).toSorted((a, b) => b.length - a.length);
  return ordered.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
}
