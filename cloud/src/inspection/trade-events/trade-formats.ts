import type { WebhookFormats } from "../../notices/webhooks/webhook-formats.ts";
import type { Settings } from "../../platform/settings/settings.ts";
import { readTradeEvents } from "./read-trade-events.ts";
import { writeDcsa } from "./write-dcsa.ts";
import { writeEpcis, writeEpcisDocument } from "./write-epcis.ts";

/** Creates the formats of webhooks for terminal systems; undefined where no events go out to them. */
export function createTradeFormats(
  { tradeEvents: publisher }: Pick<Settings, "tradeEvents">,
  nowMs: () => number,
): WebhookFormats | undefined {
  if (!publisher) return undefined;
  return {
    async dcsa(db, entries) {
      const events = await readTradeEvents(db, entries);
      return { count: events.length, body: JSON.stringify(events.map((event) => writeDcsa(event, publisher))) };
    },
    async epcis(db, entries) {
      const events = await readTradeEvents(db, entries);
      const written = events.map((event) => writeEpcis(event, publisher));
      return { count: events.length, body: JSON.stringify(writeEpcisDocument(written, nowMs())) };
    },
  };
}
