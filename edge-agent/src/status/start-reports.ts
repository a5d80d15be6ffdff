import type { Clock } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import type { RollOuts } from "../care/roll-outs/follow-roll-outs.ts";
import type { ModelShelf } from "../composition/model-shelf.ts";
import { reportConfiguration } from "../composition/report-configuration.ts";
import type { AgentConfig } from "../config/config.ts";
import { keepCloudKey } from "../forwarding/air-gap/cloud-key.ts";
import type { Forwarder } from "../forwarding/forwarder.ts";
import type { CloudClock } from "../forwarding/link/cloud-clock.ts";
import type { CloudLink } from "../forwarding/link/cloud-link.ts";
import type { KeyRegistration } from "../forwarding/signing/key-registration.ts";
import { type HeartbeatReply, startHeartbeats } from "../forwarding/loops/send-heartbeats.ts";
import type { openOperators } from "../lanes/operators.ts";
import type { AgentStatus } from "./agent-status.ts";
import { createHeartbeatReader } from "./create-heartbeat-reader.ts";

/** Reports the status and the configuration to the cloud, and hands over what its replies state. */
export function startReports(parts: {
  config: AgentConfig;
  version: string;
  link: CloudLink;
  forwarder: Pick<Forwarder, "acceptEncodings">;
  models: Pick<ModelShelf, "whenChecked">;
  operators: Pick<ReturnType<typeof openOperators>, "note">;
  rollOuts: Pick<RollOuts, "note" | "onRefusal">;
  status: () => AgentStatus;
  cloudClock: Pick<CloudClock, "note">;
  keyRegistration: Pick<KeyRegistration, "note">;
  clock: Clock;
  logger: Logger;
}): { stop: () => Promise<void> } {
  const { config, version, link, forwarder, models, operators, rollOuts, status, cloudClock, clock, logger } = parts;
  const readNow = createHeartbeatReader({ status, dataDir: config.dataDir, nowMs: clock.nowMs });
  // The first heartbeat already reports a model that failed its check.
  const read = () => models.whenChecked().then(readNow);
  const reports = reportConfiguration({ config, link, version, logger });
  const onReply = (reply: HeartbeatReply) => {
    const { requestEncodings, acknowledgementKey, configurationSha256, receivedAt, lanes } = reply;
    cloudClock.note(reply.clockSkewMs);
    parts.keyRegistration.note(reply.signingKeyFingerprint);
    forwarder.acceptEncodings(requestEncodings);
    keepCloudKey(config.dataDir, acknowledgementKey);
    reports.noteKept(configurationSha256);
    rollOuts.note(reply.releases, reply.shadows);
    if (receivedAt !== undefined) operators.note({ receivedAt, lanes });
  };
  const heartbeats = startHeartbeats({ link, read, onReply, logger });
  rollOuts.onRefusal(() => heartbeats.sendNow());
  return {
    async stop() {
      await heartbeats.stop();
      await reports.stop();
    },
  };
}
