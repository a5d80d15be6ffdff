import type { CloudCheck } from "../src/forwarding/link/check-cloud.ts";
import { api, type Status } from "./api.ts";
import { formatBytes, formatDuration } from "./format.ts";
import { Card, Chip, Facts, html, Outcome, useAction } from "./parts.ts";
import { sentence } from "./problems.ts";
import { words } from "./words.ts";

const text = words.queue;
/** Clocks that differ by more make the times of scans wrong. */
const CLOCK_TOLERANCE_MS = 5_000;
const YEAR_HOURS = 8_760;

/** Deliveries to the cloud, records that wait for it, and the device itself. */
export function QueueView({ status }: { status: Status }) {
  return html`<div class="grid">
    <${CloudCard} status=${status} />
    <${OutboxCard} status=${status} />
    <${DeviceCard} status=${status} />
  </div>`;
}

function CloudCard({ status: { forwarder, cloudUrl, watching } }: { status: Status }) {
  const action = useAction();
  const kinds = { untried: "plain", connected: "good", paused: "bad" };
  const test = () => action.run(async () => describeCheck(await api.testCloud()));
  return html`<${Card}
    title=${text.cloud}
    chip=${html`<${Chip} kind=${kinds[forwarder.state]}>${text.states[forwarder.state]}<//>`}
  >
    ${
      forwarder.pause &&
      html`<p class="outcome bad">
        ${sentence(forwarder.pause.reason)} ${text.nextTry(formatDuration(forwarder.pause.nextTryInMs))}
      </p>`
    }
    <${Facts}
      rows=${[
        [text.address, cloudUrl],
        [text.window, forwarder.opensInMs > 0 ? formatDuration(forwarder.opensInMs) : null],
        [text.lastDelivery, ago(forwarder.lastDeliveredAtMs)],
        [text.watched, watching.cameras.join(", ")],
      ]}
    />
    <div class="buttons">
      <button type="button" disabled=${action.isBusy} onClick=${() => void test()}>${text.test}</button>
    </div>
    <${Outcome} action=${action} />
  <//>`;
}

function describeCheck(check: CloudCheck) {
  if (!check.ok) return `${sentence(check.message)} ${sentence(check.fix)}`;
  const { clockOffsetMs } = check;
  if (clockOffsetMs === null) return text.accepts;
  const isOff = Math.abs(clockOffsetMs) > CLOCK_TOLERANCE_MS;
  const clock = isOff ? text.clockOff(formatDuration(Math.abs(clockOffsetMs)), clockOffsetMs > 0) : text.clockAgrees;
  return `${text.accepts} ${clock}`;
}

function OutboxCard({ status: { outbox, outboxError, refused, disk, drain } }: { status: Status }) {
  const free = disk && text.of(formatBytes(disk.freeBytes), formatBytes(disk.totalBytes));
  if (!outbox) {
    return html`<${Card} title=${text.outbox}>
      <p class="outcome bad">${words.problem.outboxUnreadable}: ${outboxError}</p>
      <${Facts} rows=${[[text.disk, free]]} />
    <//>`;
  }
  const { hoursUntilFull: hours } = outbox;
  return html`<${Card} title=${text.outbox}>
    <${Facts}
      rows=${[
        [text.pending, outbox.pending],
        [text.oldest, outbox.oldestAgeMs === null ? null : formatDuration(outbox.oldestAgeMs)],
        [text.drain, drain && describeDrain(drain)],
        [text.unnumbered, outbox.unnumbered > 0 ? outbox.unnumbered : null],
        [text.parked, outbox.parked],
        [text.refused, outbox.refused + refused.unsaved],
        [text.used, text.of(formatBytes(outbox.usedBytes), formatBytes(outbox.maxBytes))],
        [text.full, hours === null ? null : hours > YEAR_HOURS ? text.notFull : formatDuration(hours * 3_600_000)],
        [text.disk, free],
      ]}
    />
  <//>`;
}

function describeDrain({ delivered, waiting, secondsLeft }: NonNullable<Status["drain"]>) {
  const progress = text.of(`${delivered}`, `${delivered + waiting}`);
  return secondsLeft === null ? progress : `${progress}, ${text.drainLeft(formatDuration(secondsLeft * 1_000))}`;
}

function DeviceCard({ status }: { status: Status }) {
  const { mqtt } = status;
  return html`<${Card} title=${text.device}>
    <${Facts}
      rows=${[
        [text.device, status.deviceId],
        [text.version, status.version],
        [text.uptime, formatDuration(status.uptimeSeconds * 1_000)],
        [text.clock, status.clockSynchronised ? text.synchronised : text.notSynchronised],
        [text.mqtt, mqtt && [text[mqtt.state], mqtt.lastError].filter(Boolean).join(": ")],
        [text.config, status.configFile],
        [text.data, status.dataDir],
      ]}
    />
  <//>`;
}

const ago = (atMs: number | null) =>
  atMs === null ? words.never : words.camera.age(formatDuration(Date.now() - atMs));
