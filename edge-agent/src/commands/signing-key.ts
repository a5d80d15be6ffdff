import { signingKeyProofText } from "@container-inspection/shared-schemas/signing-keys";
import { connectToAgent, readStatus } from "../status/agent-client.ts";
import { agentStatus } from "../status/agent-status.ts";
import { openSigningKey, replaceSigningKey, signingKeyFile } from "../forwarding/signing/signing-key.ts";
import { CommandError, type CommandContext, type CommonOptions, loadConfig, show } from "./terminal/command-context.ts";

const NEXT_OF_KEPT = [
  "A device that joins with a code registers its signing key itself. For any other device, an administrator registers",
  "the signing key and its proof at this device in the cloud.",
];
const REGISTERED = ["The cloud has registered this key for the records of this device."];
const NEXT_OF_NEW = [
  "Join with a new code (edge-agent join CODE), or let an administrator register the new signing key and its proof at",
  "this device in the cloud. Then restart the agent: it signs with the previous key until then.",
];

const shown = agentStatus.pick({ signingKey: true });

type Options = CommonOptions & { new?: boolean };

/** Shows the public half of the key with which this device signs its records; makes the key where there is none. */
export async function showSigningKey(options: Options, context: CommandContext): Promise<void> {
  const isNew = options.new === true;
  const { dataDir } = await loadConfig(options, context, { needsPassword: false });
  const { publicKey, fingerprint, sign } = openKey(dataDir, isNew);
  const proof = sign(signingKeyProofText(publicKey));
  const isRegistered = isNew ? false : await readRegistration(dataDir, fingerprint);
  const next = isNew ? NEXT_OF_NEW : isRegistered === true ? REGISTERED : NEXT_OF_KEPT;
  show(options, context, { signingKey: publicKey, proof, fingerprint, isRegistered }, [
    `signing key  ${publicKey}`,
    `proof        ${proof}`,
    `fingerprint  ${fingerprint}`,
    ...next,
  ]);
}

/** Asks the running agent, which learns it from the cloud; null where none runs, or it signs with another key. */
async function readRegistration(dataDir: string, fingerprint: string): Promise<boolean | null> {
  try {
    const agent = await connectToAgent(dataDir);
    const { signingKey } = readStatus(await agent?.request("/status"), shown);
    if (signingKey.fingerprint !== fingerprint || signingKey.state === "unknown") return null;
    return signingKey.state === "registered";
  } catch {
    // The key is shown without its state; "doctor" reports an agent that does not answer.
    return null;
  }
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
