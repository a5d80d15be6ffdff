import { keepCertificate } from "../page/certificate.ts";
import { type CommandContext, type CommonOptions, loadConfig, show } from "./terminal/command-context.ts";

/** Shows the fingerprint of the certificate of the technician's page; makes the certificate where there is none. */
export async function showPageCertificate(options: CommonOptions, context: CommandContext): Promise<void> {
  const config = await loadConfig(options, context, { needsPassword: false });
  const { dataDir, device } = config;
  const { fingerprint, validUntil } = await keepCertificate({
    dataDir,
    deviceId: device.id,
    nowMs: context.clock.nowMs(),
  });
  show(options, context, { fingerprint, validUntil }, [
    `SHA-256 fingerprint: ${fingerprint}`,
    `valid until ${validUntil.slice(0, 10)}`,
    "Compare it with the one that the browser shows before you enter the password.",
  ]);
}
