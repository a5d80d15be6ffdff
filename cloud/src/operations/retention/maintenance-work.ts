import type { WorkerDefinition } from "../../platform/jobs/define-worker.ts";
import type { FleetParts } from "../parts.ts";

/** `workers` find the records that wait for a job. */
export type MaintenanceParts = FleetParts & { workers: readonly WorkerDefinition<FleetParts>[] };

/** Asked between two batches; false ends the run early. */
export type MayGoOn = () => Promise<boolean>;

/** A recurring task. */
export type Work = {
  /** Also the label of its metrics. */
  name: string;
  /** From the end of a run to the time when the next one is due. */
  intervalMs: number;
  /** Resolves with what it did, which is logged and stored; `isBusy: true` makes it due again at the next look. */
  run: (parts: MaintenanceParts, mayGoOn: MayGoOn) => Promise<object>;
  /** Runs so often that each one is logged at the level debug only. */
  isQuiet?: boolean;
};
