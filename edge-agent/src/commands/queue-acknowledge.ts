import path from "node:path";
import { acknowledgementKey } from "@container-inspection/shared-schemas/transfers";
import { applyAcknowledgement } from "../forwarding/air-gap/apply-acknowledgement.ts";
import { keepCloudKey, readCloudKey } from "../forwarding/air-gap/cloud-key.ts";
import {
  AcknowledgementError,
  checkAcknowledgement,
  readAcknowledged,
} from "../forwarding/air-gap/read-acknowledgement.ts";
import { readFailure } from "../base/key-file.ts";
import { openSigningKey } from "../forwarding/signing/signing-key.ts";
import { CommandError, type CommandContext, type CommonOptions, show } from "./terminal/command-context.ts";
import { withOutbox } from "./queue.ts";
import { plural } from "./terminal/wording.ts";

type Options = CommonOptions & { cloudKey?: string };

/** Deletes the records that the cloud has recorded from a transfer file, and parks those that it found at fault. */
export async function acknowledgeTransfer(file: string, options: Options, context: CommandContext): Promise<void> {
  const target = path.resolve(file);
  const applied = await withOutbox(options, context, async (outbox, { dataDir }) => {
    const cloudKey = keyOf(options, dataDir);
    await checked(target, { cloudKey, deviceKey: openSigningKey(dataDir).publicKey });
    keepCloudKey(dataDir, cloudKey);
    return applyAcknowledgement(readAcknowledged(target), outbox);
  });
  const { deleted, parked, missing, failed } = applied;
  show(options, context, applied, [
    `${plural(deleted, "record")} recorded in the cloud and deleted from the queue`,
    ...(parked > 0 ? [`${plural(parked, "record")} rejected and parked; see: edge-agent queue parked`] : []),
    ...(failed > 0 ? [`${plural(failed, "record")} could not be recorded and wait; import the file again`] : []),
    ...(missing > 0 ? [`${plural(missing, "record")} no longer in the queue: delivered meanwhile`] : []),
  ]);
}

function keyOf({ cloudKey }: Options, dataDir: string): string {
  if (cloudKey !== undefined && !acknowledgementKey.safeParse(cloudKey).success)
    throw new CommandError("usage", "--cloud-key must be the 32 bytes of an Ed25519 key, in base64");
  const key = cloudKey ?? readCloudKey(dataDir);
  if (key !== undefined) return key;
  const fix = "ask an administrator for it (GET /v1/admin/edge-imports/key) and pass it once with --cloud-key";
  throw new CommandError("failed", `this device does not know the key of the cloud yet: ${fix}`);
}

async function checked(file: string, keys: { cloudKey: string; deviceKey: string }): Promise<void> {
  try {
    await checkAcknowledgement(file, keys);
  } catch (error) {
    if (error instanceof AcknowledgementError)
      throw new CommandError("failed", `${file} is not accepted: ${error.message}; nothing was deleted`);
    const failure = readFailure(error);
    if (!/^E[A-Z]+$/.test(failure)) throw error;
    throw new CommandError("usage", `${file} cannot be read (${failure})`, { cause: error });
  }
}
