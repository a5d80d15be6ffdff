/** A line that is broken on purpose, and the tests that must notice it. */
export type BrokenLine = {
  file: string;
  /** Occurs in the file exactly once. */
  from: string;
  to: string;
  /** The harm to a user. */
  harm: string;
  /** Filters of test files, as `npm test -- FILTER…` takes them. */
  tests: readonly string[];
};

/** One line in each of these modules: rules, routes, outbox, receipts, cameras, console. */
export const brokenLines: readonly BrokenLine[] = [
  {
    file: "shared-schemas/src/container-number.ts",
    from: "(sum % 11) % 10",
    to: "(sum % 11) % 9",
    harm: "right container numbers are shown as misread",
    tests: ["shared-schemas/src/container-number.test.ts"],
  },
  {
    file: "cloud/src/platform/http/guards.ts",
    from: "if (rank[caller.role] < rank[least])",
    to: "if (rank[caller.role] > rank[least])",
    harm: "operators reach what belongs to administrators",
    tests: ["cloud/src/guarantees/every-caller.test.ts", "cloud/src/guarantees/every-route.test.ts"],
  },
  {
    file: "cloud/src/platform/http/guards.ts",
    from: "bearer === undefined && isWrite(",
    to: "bearer !== undefined && isWrite(",
    harm: "another site writes with a user's cookie",
    tests: ["cloud/src/people/auth/session.test.ts", "cloud/src/guarantees/every-caller.test.ts"],
  },
  {
    file: "cloud/src/platform/http/etag.ts",
    from: "=== etag);",
    to: "!== etag);",
    harm: "a user overwrites what another has changed",
    tests: ["cloud/src/guarantees/every-precondition.test.ts"],
  },
  {
    file: "cloud/src/platform/idempotency/receipts.ts",
    from: "if (receipt.requestSha256 !== requestSha256)",
    to: "if (receipt.requestSha256 === requestSha256)",
    harm: "a repeated record is refused, another record under its key is swallowed",
    tests: ["cloud/src/platform/idempotency/receipts.test.ts", "cloud/src/intake/idempotency.test.ts"],
  },
  {
    file: "cloud/src/platform/idempotency/receipts.ts",
    from: "if (key === null || (await shelf.insert(tx, key, { requestSha256, reply }, nowMs))) return;",
    to: "if (key !== null) await shelf.insert(tx, key, { requestSha256, reply }, nowMs); return;",
    harm: "two requests at once record a scan twice",
    tests: ["cloud/src/platform/idempotency/receipts.test.ts", "cloud/src/intake/idempotency.test.ts"],
  },
  {
    file: "cloud/src/inspection/record/order-scans.ts",
    from: "return aheadMs > 0 ||",
    to: "return aheadMs < 0 ||",
    harm: "an older scan replaces the newest one",
    tests: ["cloud/src/inspection/record/order-scans.test.ts"],
  },
  {
    file: "cloud/src/match/rules/weight-rules.ts",
    from: "if (deviation <= settings.warningDeviation) return [];",
    to: "if (deviation >= settings.warningDeviation) return [];",
    harm: "a wrong verified gross mass passes",
    tests: ["cloud/src/match/rules/verified-gross-mass.test.ts"],
  },
  {
    file: "cloud/src/match/rules/seal-rules.ts",
    from: "const isFar = steps >= settings.sealCriticalDistance;",
    to: "const isFar = steps < settings.sealCriticalDistance;",
    harm: "another seal than the declared one passes",
    tests: ["cloud/src/match/rules/seal-rules.test.ts"],
  },
  {
    file: "cloud/src/journal/events/event-rules.ts",
    from: "event.container?.ownerId === caller.userId",
    to: "event.container?.ownerId !== caller.userId",
    harm: "operators follow the containers of others, and not their own",
    tests: ["cloud/src/journal/events/event-rights.test.ts"],
  },
  {
    file: "cloud/src/notices/webhooks/webhook-rules.ts",
    from: "FAILING_DAYS * 86_400_000;",
    to: "FAILING_DAYS * 86_400;",
    harm: "a receiver that is unavailable for minutes is disabled",
    tests: ["cloud/src/notices/webhooks/webhook-rules.test.ts", "cloud/src/notices/webhooks/failing-receivers.test.ts"],
  },
  {
    file: "edge-agent/src/forwarding/link/retry-policy.ts",
    from: 'return { action: "delete" };',
    to: 'return { action: "park" };',
    harm: "delivered records are parked",
    tests: ["edge-agent/src/forwarding/link/retry-policy.test.ts"],
  },
  {
    file: "edge-agent/src/forwarding/link/retry-policy.ts",
    from: "if (status >= 400 && status < 500 && hasEnvelope)",
    to: "if (status >= 400 && status < 500)",
    harm: "a proxy's error page parks records",
    tests: ["edge-agent/src/forwarding/link/retry-policy.test.ts"],
  },
  {
    file: "edge-agent/src/outbox/insert-record.ts",
    from: "if (changes === 0) return false;",
    to: "if (changes === 1) return false;",
    harm: "the picture of a scanner is recorded twice, or never",
    tests: ["edge-agent/src/outbox"],
  },
  {
    file: "edge-agent/src/outbox/make-room.ts",
    from: "r.parked_at_ms IS NOT NULL, r.ordinal LIMIT ?",
    to: "r.parked_at_ms IS NOT NULL, r.ordinal DESC LIMIT ?",
    harm: "a full outbox reduces the newest pictures first",
    tests: ["edge-agent/src/outbox"],
  },
  {
    file: "edge-agent/src/stations/watch-visits.ts",
    from: "seenMs - visit.differentSinceMs >= goneMs;",
    to: "seenMs - visit.differentSinceMs < goneMs;",
    harm: "one load becomes several scans",
    tests: ["edge-agent/src/stations/watch-visits"],
  },
  {
    file: "edge-agent/src/cameras/motion-gate.ts",
    from: "if (changedPercent >= minimumAreaPercent ||",
    to: "if (changedPercent < minimumAreaPercent ||",
    harm: "a load that comes after a quiet hour is not seen",
    tests: ["edge-agent/src/cameras/motion-gate.test.ts"],
  },
  {
    file: "shared-schemas/src/backoff.ts",
    from: "min * 2 ** Math.min(failures - 1, MAX_DOUBLINGS)",
    to: "min * 2 ** Math.max(failures - 1, MAX_DOUBLINGS)",
    harm: "what failed once is tried again only after minutes: a camera, a delivery, a gate's decision",
    tests: ["shared-schemas/src/backoff.test.ts", "edge-agent/src/cameras/restart-delay.test.ts"],
  },
  {
    file: "edge-agent/src/reading/number-watch.ts",
    from: 'readings.filter(({ kind }) => kind === "read")',
    to: 'readings.filter(({ kind }) => kind !== "read")',
    harm: "the numbers of vehicles are not announced",
    tests: ["edge-agent/src/reading"],
  },
  {
    file: "cloud/console/src/manifests/differences.ts",
    from: "difference.before !== difference.after",
    to: "difference.before === difference.after",
    harm: "the console shows what did not change",
    tests: ["cloud/console/src/manifests/differences.test.ts"],
  },
  {
    file: "cloud/console/src/category-map/edited-map.ts",
    from: '(text.trim() === "" ? Number.NaN : Number(text))',
    to: "Number(text)",
    harm: "an empty field of the category map is saved as 0",
    tests: ["cloud/console/tests/components", "category-map"],
  },
];
