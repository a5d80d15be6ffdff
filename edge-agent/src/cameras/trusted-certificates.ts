import { mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { getCACertificates } from "node:tls";

/**
 * Gives FFmpeg, which has no certificate list, the certificates that Node.js trusts, including those of
 * NODE_EXTRA_CA_CERTS and of the system. Returns the path of a file that only this process has, so that nothing is
 * left over when the process is killed.
 */
export function shareTrustedCertificates(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "edge-agent-ca-"));
  const file = path.join(folder, "trusted.pem");
  try {
    const certificates = new Set([...getCACertificates("default"), ...getCACertificates("system")]);
    writeFileSync(file, [...certificates].join("\n"));
    return `/dev/fd/${openSync(file, "r")}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
