import { SourceError } from "./source-error.ts";
import type { FailureKind } from "./source-error.ts";

type Rule = readonly [code: RegExp, kind: FailureKind, message: string];

const rules: readonly Rule[] = [
  [/^ECONNREFUSED$/, "refused", "refused the connection: check the address and the port"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "unreachable", "has a host name that cannot be resolved"],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN)$/, "unreachable", "cannot be reached: check the address and the network"],
  [/TIMEOUT|ETIMEDOUT/, "timeout", "did not respond in time"],
  [/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, "tls", "presented a certificate that is not valid today"],
  [/ALTNAME/, "tls", "presented a certificate for another name"],
  [/CERT|UNABLE_TO_|SELF_SIGNED/, "tls", "presented a certificate that is not trusted"],
  [/^EPROTO$|SSL|TLS/, "tls", "does not speak TLS on this port, or its TLS version is too old"],
  [/^HPE_|HTTPParserError/, "protocol", "sends an answer that cannot be read as HTTP"],
];

/** The error for a request that failed before its answer was complete, in words for the technician. */
export function explainHttpFailure(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  const code = codeOf(error);
  const detail = error instanceof Error ? error.message : String(error);
  const rule = rules.find(([pattern]) => pattern.test(code));
  if (!rule) return new SourceError("other", `closed the connection (${detail})`, { cause: error });
  return new SourceError(rule[1], `${rule[2]} (${detail})`, { cause: error });
}

/** Such as ECONNREFUSED; a parser that knows none has at least a name. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** The error for an answer that carries no pictures. */
export function explainStatus(status: number, hasCredentials: boolean): SourceError {
  if (status === 401) {
    const what = hasCredentials ? "rejected the user name or password" : "requires a user name and a password";
    return new SourceError("credentials", `${what} (401)`);
  }
  if (status === 403) return new SourceError("credentials", "denies access to this user (403)");
  if (status === 404) return new SourceError("not-found", "has nothing at this path (404): check the path of the URL");
  if (status >= 300 && status < 400) return new SourceError("not-found", `redirects to another address (${status})`);
  if (status >= 500) return new SourceError("refused", `cannot serve pictures now (${status})`);
  return new SourceError("protocol", `answered with status ${status}`);
}
