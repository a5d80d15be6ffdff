import { signingKeyProofText } from "@container-inspection/shared-schemas/signing-keys";
import { openSigningKey, replaceSigningKey, signingKeyFile } from "../forwarding/signing/signing-key.ts";
import { CommandError, type CommandContext, type CommonOptions, loadConfig, show } from "./terminal/command-context.ts";

const NEXT_OF_KEPT = [
  "A device that joins with a code registers its signing key itself. For any other device, an administrator registers",
  "the signing key and its proof at this device in the cloud.",
];
const NEXT_OF_NEW = [
  "Join with a new code (edge-agent join CODE), or let an administrator register the new signing key and its proof at",
  "this device in the cloud. Then restart the agent: it signs with the previous key until then.",
];

type Options = CommonOptions & { new?: boolean };

/** Shows the public half of the key with which this device signs its records; makes the key where there is none. */
export async function showSigningKey(options: Options, context: CommandContext): Promise<void> {
  const { dataDir } = await loadConfig(options, context, { needsPassword: false });
  const { publicKey, fingerprint, sign } = openKey(dataDir, options.new === true);
  const proof = sign(signingKeyProofText(publicKey));
  show(options, context, { signingKey: publicKey, proof, fingerprint }, [
    `signing key  ${publicKey}`,
    `proof        ${proof}`,
    `fingerprint  ${fingerprint}`,
    ...(options.new === true ? NEXT_OF_NEW : NEXT_OF_KEPT),
  ]);
}

function openKey(dataDir: string, isNew: boolean) {
  try {
    return isNew ? replaceSigningKey(dataDir) : openSigningKey(dataDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const file = signingKeyFile(dataDir);
    const fix = "start the agent once to create the data folder, or create another key with --new";
    throw new CommandError("failed", `${file} cannot be used: ${reason}; ${fix}`, { cause: error });
  }
}
