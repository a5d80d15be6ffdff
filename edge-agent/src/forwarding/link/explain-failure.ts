/** Failures of connections, explained for a technician. */
const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, "connection refused: check the cloud address, and that the cloud is running"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "the host name cannot be resolved: check the network and its DNS"],
  [/^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, "no route to the host: check the network cable or the modem"],
  [
    /^(UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|ETIMEDOUT)$/,
    "connection timed out: check the network and its firewall",
  ],
  [
    /^(CERT_NOT_YET_VALID|CERT_HAS_EXPIRED)$/,
    "the certificate is not valid at this time: check the clock of this device first",
  ],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "the certificate is for another name: check the address"],
  [/^UND_ERR_PRX_TLS$/, "the certificate of the proxy is for another name: check the address of the proxy"],
  [/^UND_ERR_PRX_CONN$/, "the proxy closed the connection: check the address and port of the proxy"],
  [
    /^(DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|CERT_)/,
    "the certificate is not trusted: check the address and the certificate authorities (cloud.caFile)",
  ],
  [
    /ALERT_(CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE)$/,
    "the server requires a client certificate: set cloud.clientCertificate",
  ],
  [
    /ALERT_(UNKNOWN_CA|\w*CERTIFICATE\w*)$/,
    "the server does not accept the client certificate: check cloud.clientCertificate",
  ],
  [
    /^(ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)|EPROTO)$/,
    "the server does not use TLS on this port: check the port, write http:// if it has no TLS, or sign in where the network asks for it",
  ],
  [/^(ERR_SSL|ERR_TLS)/, "no secure connection: check that the address uses https and is not a captive portal"],
];
/** Reasons and fixes by the status with which a proxy refuses to open a connection. */
const PROXY_ANSWERS: Record<string, string> = {
  403: "the proxy does not permit connections to this address: allow it at the proxy",
  407: "the proxy requires a user name and password, or other ones: check cloud.proxy or HTTPS_PROXY",
};
const PROXY_FAILED = "the proxy cannot reach this address: check the address, and the proxy";
const PROXY_STATUS = /Proxy response \((\d{3})\)|Proxy Authentication Required \((407)\)/;

/** Codes of an established connection that ended early: the record may have been received. */
const CUT = /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_ABORTED|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES|HPE_.*)/;

/** Explains a failed attempt to reach `url`, and whether the connection had been established. */
export function explainFailure(error: unknown, { host, protocol }: URL): { message: string; reached: boolean } {
  const code = codeOf(error);
  const text = textOf(error);
  if (code === "TimeoutError") return { message: `${host} timed out`, reached: true };
  if (code === "REPLY_TOO_LARGE") return { message: `${host}: ${text}`, reached: true };
  const proxyStatus = PROXY_STATUS.exec(text)?.slice(1).find(Boolean);
  if (proxyStatus !== undefined) {
    const why = PROXY_ANSWERS[proxyStatus] ?? PROXY_FAILED;
    return { message: `${host} could not be reached: ${why} (${proxyStatus})`, reached: false };
  }
  const details = [code || "no code", ...peerOf(error)].join(" ");
  if (CUT.test(code)) {
    const tls = protocol === "http:" ? "; if it expects TLS on this port, write https:// in cloud.url" : "";
    return { message: `${host} closed the connection before it had answered${tls} (${details})`, reached: true };
  }
  const why = EXPLANATIONS.find(([pattern]) => pattern.test(code))?.[1] ?? text;
  return { message: `${host} could not be reached: ${why} (${details})`, reached: false };
}

/** Reason for a failed connection and its fix, as two texts. */
export type Advice = { reason: string; fix: string };

const asAdvice = (explanation: string, detail = ""): Advice => {
  const [reason = "", fix = ""] = explanation.split(/: (.*)/s);
  return { reason: `${reason}${detail}`, fix };
};

/** Explains a failure to resolve a name, to connect or to agree on TLS. */
export function adviceFor(error: unknown): Advice {
  const own = codeOf(error);
  const code = /^(TimeoutError|ABORT_ERR)$/.test(own) ? "ETIMEDOUT" : own;
  const found = EXPLANATIONS.find(([pattern]) => pattern.test(code));
  if (found) return asAdvice(found[1], ` (${code})`);
  if (CUT.test(code)) {
    const reason = `the other side closed the connection (${code})`;
    return { reason, fix: "check the address and the port, and that https:// is written only where the port uses TLS" };
  }
  return { reason: textOf(error), fix: "check the address and the network" };
}

/** Explains why a proxy opened no connection, by the status of its answer. */
export const proxyAdvice = (status: number): Advice => asAdvice(PROXY_ANSWERS[status] ?? PROXY_FAILED);

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error.name === "TimeoutError" ? error.name : "";
}

/** The address that failed, which is that of a proxy where there is one; empty when the error does not state it. */
function peerOf(error: unknown): string[] {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  if (!(first instanceof Error)) return [];
  if ("address" in first && "port" in first) return [`${String(first.address)}:${String(first.port)}`];
  return "hostname" in first ? [String(first.hostname)] : [];
}

const textOf = (error: unknown): string => (error instanceof Error && error.message ? error.message : String(error));
