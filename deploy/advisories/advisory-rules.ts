import semver from "semver";
import { parse } from "yaml";
import { z } from "zod";
import type { BuiltIn } from "../modules/built-in.ts";

/** Names of packages with the versions that the lock file has of each. */
export type LockedVersions = ReadonlyMap<string, readonly string[]>;

/** Advisories that the registry has published, by package: its reply to `/-/npm/v1/security/advisories/bulk`. */
export const advisoriesOfPackages = z.record(
  z.string(),
  z.array(z.looseObject({ url: z.string(), title: z.string(), severity: z.string(), vulnerable_versions: z.string() })),
);
export type AdvisoriesOfPackages = z.infer<typeof advisoriesOfPackages>;

/** An advisory that does not concern this system, or not yet; `until` is the last day on which that holds, UTC. */
export const acceptedAdvisory = z.strictObject({
  advisory: z.string().regex(/^GHSA(-[0-9a-z]{4}){3}$/, "is not an identifier such as GHSA-67mh-4wv8-2f99"),
  package: z.string().min(1),
  reason: z.string().min(20, "does not explain why the advisory does no harm"),
  until: z.iso.date(),
});
export type AcceptedAdvisory = z.infer<typeof acceptedAdvisory>;

/** Maximum number of days for which an advisory may be accepted before it must be decided again. */
const MOST_DAYS = 92;
const DAY_MS = 86_400_000;

/** The packages of a pnpm lock file; those that come from no registry have no advisories and are left out. */
export function readLocked(lockFile: string): LockedVersions {
  const { packages } = z.object({ packages: z.record(z.string(), z.unknown()) }).parse(parse(lockFile));
  const locked = new Map<string, string[]>();
  for (const key of Object.keys(packages)) {
    const at = key.lastIndexOf("@");
    const [name, version] = [key.slice(0, at), key.slice(at + 1)];
    if (semver.valid(version)) locked.set(name, [...(locked.get(name) ?? []), version]);
  }
  return locked;
}

/** Adds the modules that are built into a locked one, which the lock file does not name. */
export function withBuiltIn(locked: LockedVersions, { module, builtIn }: BuiltIn): LockedVersions {
  if (!locked.has(module)) return locked;
  const all = new Map(locked);
  for (const { name, version } of builtIn) all.set(name, [...new Set([...(all.get(name) ?? []), version])]);
  return all;
}

/** One sentence for each advisory that concerns a locked version and is not accepted. */
export function findVulnerable(
  locked: LockedVersions,
  published: AdvisoriesOfPackages,
  accepted: readonly AcceptedAdvisory[],
): string[] {
  return Object.entries(published).flatMap(([name, advisories]) =>
    advisories.flatMap(({ url, title, severity, vulnerable_versions: range }) => {
      const versions = (locked.get(name) ?? []).filter((version) => isWithin(version, range));
      const isAccepted = accepted.some((one) => one.package === name && url.endsWith(`/${one.advisory}`));
      if (versions.length === 0 || isAccepted) return [];
      return [
        `${name} ${versions.join(", ")}: ${title} (${severity}, ${url}). Versions that are not ${range} are safe.`,
      ];
    }),
  );
}

/** A range that is not understood counts as every version. */
const isWithin = (version: string, range: string): boolean =>
  semver.validRange(range) === null || semver.satisfies(version, range, { includePrerelease: true });

/** One sentence for each acceptance that has ended, or lasts too long. */
export function findOutdated(accepted: readonly AcceptedAdvisory[], now: Date): string[] {
  return accepted.flatMap(({ advisory, package: name, until }) => {
    const daysLeft = Math.ceil((Date.parse(until) + DAY_MS - now.getTime()) / DAY_MS);
    if (daysLeft <= 0) return [`${advisory} of ${name} was accepted until ${until}: decide again.`];
    if (daysLeft > MOST_DAYS)
      return [`${advisory} of ${name} is accepted until ${until}: ${MOST_DAYS} days are the most.`];
    return [];
  });
}

/** One sentence for each acceptance whose advisory was not found: its package was removed, or fixed. */
export function findNeedless(
  locked: LockedVersions,
  published: AdvisoriesOfPackages,
  accepted: readonly AcceptedAdvisory[],
): string[] {
  return accepted
    .filter(({ advisory, package: name }) => {
      const found = (published[name] ?? []).filter(({ url }) => url.endsWith(`/${advisory}`));
      return !found.some((one) => locked.get(name)?.some((version) => isWithin(version, one.vulnerable_versions)));
    })
    .map(({ advisory, package: name }) => `${advisory} does not concern ${name} as it is locked: delete the entry.`);
}
