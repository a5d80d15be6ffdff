import type { WorkerDefinition } from "../../platform/jobs/define-worker.ts";
import type { InspectionParts } from "../parts.ts";

/** `workers` names the records that wait for jobs. */
export type MaintenanceParts = InspectionParts & { workers: readonly WorkerDefinition<InspectionParts>[] };

/** Asked between two batches; false ends the run early. */
export type MayGoOn = () => Promise<boolean>;

/** One recurring work. What `run` resolves with is logged. */
export type Work = {
  name: string;
  intervalMs: number;
  run: (parts: MaintenanceParts, mayGoOn: MayGoOn) => Promise<object>;
};
