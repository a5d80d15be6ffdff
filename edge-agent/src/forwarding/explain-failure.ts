/** Connection failures, explained for a technician. */
const EXPLANATIONS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, "connection refused: check the cloud address, and that the cloud is running"],
  [/^(ENOTFOUND|EAI_AGAIN)$/, "the host name cannot be resolved: check the network and its DNS"],
  [/^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/, "no route to the host: check the network cable or the modem"],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, "connection timed out: check the network and its firewall"],
  [
    /^(CERT_NOT_YET_VALID|CERT_HAS_EXPIRED)$/,
    "the certificate is not valid at this time: check the clock of this device first",
  ],
  [
    /^(DEPTH_ZERO_|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|CERT_)/,
    "the certificate is not trusted: check the address and the certificate authorities",
  ],
  [/^(ERR_SSL|ERR_TLS|EPROTO)/, "no secure connection: check that the address uses https and is not a captive portal"],
];
/** Codes of failures of an established connection: the record may have been received. */
const REACHED =
  /^(ECONNRESET|EPIPE|UND_ERR_SOCKET|UND_ERR_ABORTED|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES|HPE_.*|TimeoutError|REPLY_TOO_LARGE)/;

/** Explains a failed attempt, and whether the connection had been established. */
export function explainFailure(error: unknown, host: string): { message: string; reached: boolean } {
  const code = codeOf(error);
  if (code === "TimeoutError") return { message: `${host} timed out`, reached: true };
  const why = EXPLANATIONS.find(([pattern]) => pattern.test(code))?.[1] ?? textOf(error);
  return { message: `${host} could not be reached: ${why} (${code || "no code"})`, reached: REACHED.test(code) };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "";
  if ("code" in error && typeof error.code === "string") return error.code;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error.name === "TimeoutError" ? error.name : "";
}

const textOf = (error: unknown): string => (error instanceof Error && error.message ? error.message : String(error));
