import { Histogram } from "prom-client";
import { type ObjectStorage, StorageUnavailableError } from "../storage/object-storage.ts";
import type { Metrics } from "./create-metrics.ts";

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Wraps a storage: measures every write, read and delete. A read ends when its first bytes can be sent. */
export function measureStorage({ registry }: Metrics, storage: ObjectStorage): ObjectStorage {
  const durations = new Histogram({
    name: "cloud_storage_request_duration_seconds",
    help: "Requests to the picture storage, by operation (write, read, delete) and outcome (ok, unavailable, failed)",
    labelNames: ["operation", "outcome"],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const measure = async <Result>(operation: string, work: () => Promise<Result>): Promise<Result> => {
    const end = durations.startTimer({ operation });
    try {
      const result = await work();
      end({ outcome: "ok" });
      return result;
    } catch (error) {
      end({ outcome: error instanceof StorageUnavailableError ? "unavailable" : "failed" });
      throw error;
    }
  };
  return {
    ...storage,
    write: (key, bytes) => measure("write", () => storage.write(key, bytes)),
    read: (key, range) => measure("read", () => storage.read(key, range)),
    delete: (key) => measure("delete", () => storage.delete(key)),
  };
}
