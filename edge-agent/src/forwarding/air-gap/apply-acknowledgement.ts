import type { AcknowledgedRecord } from "@container-inspection/shared-schemas/transfers";
import { judgeTry } from "../link/retry-policy.ts";
import type { OutboxInspection, RecordAnswer, Settled } from "../../outbox/outbox.ts";

/** Records that are settled in one transaction, so that a running agent waits for the lock only shortly. */
const RECORDS_PER_STEP = 50;

/** Counts of an acknowledgement's records by outcome; the cloud could not record the `failed` ones, which wait. */
export type Applied = Settled & { failed: number };

/**
 * Settles records as the same replies by line would: recorded ones are deleted, those that the cloud found at fault
 * are parked, all others wait. If interrupted between two steps, it can be applied again.
 */
export async function applyAcknowledgement(
  acknowledged: AsyncIterable<AcknowledgedRecord>,
  outbox: Pick<OutboxInspection, "settle">,
): Promise<Applied> {
  const applied: Applied = { deleted: 0, parked: 0, missing: 0, failed: 0 };
  let step: RecordAnswer[] = [];
  const settle = () => {
    const { deleted, parked, missing } = outbox.settle(step);
    applied.deleted += deleted;
    applied.parked += parked;
    applied.missing += missing;
    step = [];
  };
  for await (const record of acknowledged) {
    const answer = toAnswer(record);
    if (answer === undefined) applied.failed += 1;
    else if (step.push(answer) === RECORDS_PER_STEP) settle();
  }
  settle();
  return applied;
}

function toAnswer({ id, sha256, status, rejected = [], error }: AcknowledgedRecord): RecordAnswer | undefined {
  if (status === 200 && error === undefined) return { id, sha256, outcome: "recorded", rejected };
  if (judgeTry({ type: "answer", status, hasEnvelope: error !== undefined }).action !== "park") return undefined;
  const details = error?.details === undefined ? "" : ` ${JSON.stringify(error.details)}`;
  const reason = `the cloud answered ${status} ${error?.code}: ${error?.message}${details}`;
  return { id, sha256, outcome: "refused", reason, status };
}
