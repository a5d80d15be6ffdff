import { Counter, Histogram } from "prom-client";
import { codeOf } from "../db/error-code.ts";
import type { Metrics } from "./create-metrics.ts";

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Two characters of a SQLSTATE, such as 23 for violated constraints; any other code is one of a connection. */
const SQLSTATE = /^([0-9A-Z]{2})[0-9A-Z]{3}$/;

/** Adds the statements of the connection pools; returns what observes each. */
export function measureQueries({ registry }: Metrics): (seconds: number, error: unknown) => void {
  const registers = [registry];
  const durations = new Histogram({
    name: "cloud_database_statement_duration_seconds",
    help: "From sending a statement to Postgres to its reply, begin and commit included, by outcome: ok or failed",
    labelNames: ["outcome"],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const failures = new Counter({
    name: "cloud_database_errors_total",
    help: "Statements that failed, by class of SQLSTATE (23 violated constraints, 40 conflicts, 53 no resources, 57 stopped), or connection",
    labelNames: ["class"],
    registers,
  });
  return (seconds, error) => {
    durations.observe({ outcome: error === undefined ? "ok" : "failed" }, seconds);
    if (error !== undefined) failures.inc({ class: SQLSTATE.exec(codeOf(error) ?? "")?.[1] ?? "connection" });
  };
}
