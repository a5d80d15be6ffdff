import { SAMPLERS } from "../traces/traces-settings.ts";
import { fraction, oneOf, text, webAddress } from "./variable.ts";

/** The environment variables of traces, under the names that OpenTelemetry gives them. */
export const tracesVariables = {
  otlpEndpoint: webAddress({
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    meaning:
      "sends traces to an OpenTelemetry collector (`http://collector:4318`), see [traces](traces.md); without it nothing is traced",
  }),
  otelServiceName: text({
    name: "OTEL_SERVICE_NAME",
    shownDefault: "`container-inspection-cloud`",
    onlyWith: "OTEL_EXPORTER_OTLP_ENDPOINT",
    meaning: "the name of this service in traces",
  }),
  otelSampler: oneOf(
    {
      name: "OTEL_TRACES_SAMPLER",
      fallback: "parentbased_always_on",
      onlyWith: "OTEL_EXPORTER_OTLP_ENDPOINT",
      meaning:
        "which traces are recorded, by OpenTelemetry's names: with `parentbased_…` the `traceparent` of a caller decides",
    },
    SAMPLERS,
  ),
  otelSamplerArg: fraction({
    name: "OTEL_TRACES_SAMPLER_ARG",
    fallback: 1,
    onlyWith: "OTEL_EXPORTER_OTLP_ENDPOINT",
    meaning: "the share of the traces that `traceidratio` and `parentbased_traceidratio` record, 0 to 1",
  }),
};
