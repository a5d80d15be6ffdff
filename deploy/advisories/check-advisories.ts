// Compares the lock file with the advisories that the npm registry has published.
// Exits with 1 if one concerns a locked version, unless accepted.json accepts it, or if an acceptance has ended. A
// registry without advisories, such as a mirror, is reported, and fails only with --required.
// Run: npm run check:advisories [-- --required]
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { readBuiltIn } from "../modules/built-in.ts";
import { readOptions } from "../read-options.ts";
import {
  acceptedAdvisory,
  type AdvisoriesOfPackages,
  advisoriesOfPackages,
  findNeedless,
  findOutdated,
  findVulnerable,
  type LockedVersions,
  readLocked,
  withBuiltIn,
} from "./advisory-rules.ts";

const TIMEOUT_MS = 30_000;
const ROOT = path.resolve(import.meta.dirname, "../..");
const { values } = readOptions({
  options: {
    lock: { type: "string", default: path.join(ROOT, "pnpm-lock.yaml") },
    accepted: { type: "string", default: path.join(import.meta.dirname, "accepted.json") },
    registry: { type: "string", default: process.env["npm_config_registry"] ?? "https://registry.npmjs.org/" },
    required: { type: "boolean", default: false },
  },
});
const locked = withBuiltIn(readLocked(readFileSync(values.lock, "utf8")), readBuiltIn());
const accepted = z.array(acceptedAdvisory).parse(JSON.parse(readFileSync(values.accepted, "utf8")));
const faults = findOutdated(accepted, new Date());
const published = await fetchAdvisories(locked).catch((error: Error) => error);
if (published instanceof Error) {
  console.log(`The dependencies were not compared with advisories: ${published.message}`);
  if (values.required) process.exitCode = 1;
} else {
  faults.push(...findVulnerable(locked, published, accepted), ...findNeedless(locked, published, accepted));
  const noted = accepted.length === 0 ? "" : `, ${accepted.length} accepted`;
  console.log(`${locked.size} packages compared with the advisories of ${values.registry}${noted}.`);
}
for (const fault of faults) console.error(fault);
if (faults.length > 0) {
  console.error(
    "Update the package, or accept the advisory in deploy/advisories/accepted.json with a reason and a date.",
  );
  process.exitCode = 1;
}

/** Throws an error with the reason why the registry gave none. */
async function fetchAdvisories(versions: LockedVersions): Promise<AdvisoriesOfPackages> {
  const address = new URL("-/npm/v1/security/advisories/bulk", values.registry.replace(/\/?$/, "/")).href;
  const reply = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(Object.fromEntries(versions)),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: Error) => {
    throw new Error(
      `${address} cannot be reached (${error.cause instanceof Error ? error.cause.message : error.message})`,
    );
  });
  if (!reply.ok) throw new Error(`${address} answers ${reply.status}`);
  const parsed = advisoriesOfPackages.safeParse(await reply.json().catch(() => null));
  if (!parsed.success) throw new Error(`${address} answers with something else than advisories`);
  return parsed.data;
}
