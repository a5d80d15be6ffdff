import type { LiveEventKind } from "@container-inspection/shared-schemas/live-events";
import { text, textOrEmpty } from "@container-inspection/shared-schemas/primitives";
import type { WebhookFormat } from "@container-inspection/shared-schemas/trade-events";
import type { Webhook } from "@container-inspection/shared-schemas/webhooks";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ComponentProps, ReactNode } from "react";
import { z } from "zod";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { LIVE_EVENT_KINDS } from "../live/event-kinds.ts";
import { Problem } from "../ui/problem.tsx";

/** Values of a webhook's form; an empty description means none. */
export type WebhookValues = { url: string; description: string; format: WebhookFormat; events: LiveEventKind[] };

/** The service checks the rest: the schema of its request would weigh more than this page. */
const schema = z
  .object({
    url: text(2_000),
    description: textOrEmpty(200),
    format: z.custom<WebhookFormat>((format) => typeof format === "string"),
    events: z.custom<LiveEventKind[]>((events) => Array.isArray(events)),
  })
  .refine(({ format, events }) => format !== "live-events" || events.length > 0, { path: ["events"] });
const EMPTY: WebhookValues = { url: "", description: "", format: "live-events", events: [] };

type Props = {
  /** The webhook that is changed; none for a new one. */
  webhook?: Webhook;
  /** Sends the entered values; resolves to false if the service rejects them. */
  send: (values: WebhookValues) => Promise<boolean>;
  busy: boolean;
  problem: string | undefined;
  /** The label of the button. */
  children: ReactNode;
};

/** Form for the address, description and event kinds of a webhook. The input stays if the service rejects it. */
export function WebhookForm({ webhook, send, busy, problem, children }: Props) {
  const defaults = webhook ? { ...webhook, description: webhook.description ?? "" } : EMPTY;
  const { register, handleSubmit, clear, setValue, watch, formState } = useSchemaForm({
    schema,
    defaults,
    draft: webhook ? `webhook ${webhook.id}` : "new webhook",
  });
  const submit = handleSubmit(async (values) => {
    if (await send(values)) clear();
  });
  const { errors } = formState;
  const choose = (events: LiveEventKind[]) => setValue("events", events, { shouldDirty: true });
  return (
    <form className="stacked-form webhook-form" onSubmit={(event) => void submit(event)}>
      <label>
        {t`Address`}
        <input type="url" placeholder="https://hooks.example.com/inspection" required {...register("url")} />
      </label>
      <label>
        {t`Description`}
        <input
          maxLength={200}
          placeholder={t`Optional: which system receives the events`}
          {...register("description")}
        />
      </label>
      {!webhook && <FormatField {...register("format")} />}
      {watch("format") === "live-events" && (
        <fieldset>
          <legend>{t`Events`}</legend>
          {groupsOf(LIVE_EVENT_KINDS).map(([subject, kinds]) => (
            // The names of events are those that the receiver reads.
            <div key={subject} className="event-kinds" translate="no">
              <span className="faint">{subject}</span>
              {kinds.map((kind) => (
                <label key={kind}>
                  <input type="checkbox" value={kind} {...register("events")} /> {kind.slice(subject.length + 1)}
                </label>
              ))}
            </div>
          ))}
          <div className="event-kinds">
            <button type="button" className="quiet" onClick={() => choose([...LIVE_EVENT_KINDS])}>
              <Trans>Select all</Trans>
            </button>
            <button type="button" className="quiet" onClick={() => choose([])}>{t`Select none`}</button>
          </div>
        </fieldset>
      )}
      <Problem text={errors.url?.message && t`The address ${errors.url.message}.`} />
      <Problem text={errors.description?.message && t`The description ${errors.description.message}.`} />
      <Problem text={errors.events && t`Select at least one kind of event.`} />
      <Problem text={problem} />
      <div className="dialog-actions">
        <button type="submit" disabled={busy}>
          {children}
        </button>
      </div>
    </form>
  );
}

/** The choice of what is sent: our own events, or those that a terminal system reads. */
const FormatField = (field: ComponentProps<"select">) => (
  <label>
    {t`Format`}
    <select {...field}>
      <option value="live-events">{t`Events of this service, chosen below`}</option>
      <option value="dcsa">{t`For a terminal system: DCSA Track & Trace 3`}</option>
      <option value="epcis">{t`For a terminal system: EPCIS 2.0`}</option>
    </select>
  </label>
);

/** Groups event kinds by subject: `container`, `scan`, … */
function groupsOf(kinds: readonly LiveEventKind[]): [string, LiveEventKind[]][] {
  const groups = new Map<string, LiveEventKind[]>();
  for (const kind of kinds) {
    const subject = kind.split(".")[0] ?? kind;
    groups.set(subject, [...(groups.get(subject) ?? []), kind]);
  }
  return [...groups];
}
