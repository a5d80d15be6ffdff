/** Sampling methods of traces, under the names that OpenTelemetry gives them. */
export const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

export type TracesSettings = {
  /** The address of a collector, without `/v1/traces`. */
  endpoint: string;
  /** `container-inspection-cloud` unless given. */
  serviceName: string | undefined;
  sampler: (typeof SAMPLERS)[number];
  /** The share of the traces that `traceidratio` records, 0 to 1. */
  share: number;
};
