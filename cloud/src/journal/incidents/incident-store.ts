import { and, eq, isNull } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { incidents } from "../../platform/db/tables.ts";
import type { NewLiveEvent } from "../events/new-live-event.ts";
import { incidentStepOf } from "./incident-rules.ts";

/**
 * Begins or ends the incident that an event reports, in the transaction of the event. One that is open begins no second
 * time, and one that is not open has no end.
 */
export async function recordIncident(tx: DatabaseOrTransaction, event: NewLiveEvent, at: Date): Promise<void> {
  const found = incidentStepOf(event);
  if (!found) return;
  const { step, ...incident } = found;
  if (step === "end") {
    const isMeant = and(eq(incidents.kind, incident.kind), eq(incidents.subject, incident.subject));
    await tx
      .update(incidents)
      .set({ endedAt: at })
      .where(and(isMeant, isNull(incidents.endedAt)));
    return;
  }
  await tx
    .insert(incidents)
    .values({ ...incident, beganAt: at, endedAt: step === "whole" ? at : null })
    .onConflictDoNothing();
}
