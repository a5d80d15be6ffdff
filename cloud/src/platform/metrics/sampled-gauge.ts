import { Gauge, type Registry } from "prom-client";

export type Sample = { labels?: Record<string, string>; value: number };

/** Adds a gauge whose samples are taken at each scrape; without samples it is absent, rather than 0. */
export function sampleGauge(
  registry: Registry,
  name: string,
  help: string,
  sample: () => Sample[] | Promise<Sample[]>,
  labelNames: readonly string[] = [],
): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [],
    async collect() {
      const samples = await sample();
      gauge.reset();
      // A gauge without labels is set to 0 by `reset`.
      if (labelNames.length === 0) gauge.remove();
      for (const { labels = {}, value } of samples) gauge.set(labels, value);
    },
  });
  registry.registerMetric(gauge);
}
