import type { WorkerDefinition } from "../../platform/jobs/define-worker.ts";
import type { FleetParts } from "../parts.ts";

/** `workers` find the records that wait for a job. */
export type MaintenanceParts = FleetParts & { workers: readonly WorkerDefinition<FleetParts>[] };

/** Asked between two batches; false ends the run early. */
export type MayGoOn = () => Promise<boolean>;

/** A recurring task. */
export type Work = {
  /** Name of the task, and label of its metrics. */
  name: string;
  /** Time in ms from the end of a run until the next one is due. */
  intervalMs: number;
  /** Resolves to its outcome, which is logged and stored; `isBusy: true` makes it due again at the next check. */
  run: (parts: MaintenanceParts, mayGoOn: MayGoOn) => Promise<object>;
  /** Runs so often that each one is logged at the level debug only. */
  isQuiet?: boolean;
};
