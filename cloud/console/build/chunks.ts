/** Libraries of every view. The one of long lists is loaded with the views that have one. */
const LIBRARIES =
  /node_modules\/(?:(?:react|react-dom|scheduler|use-sync-external-store)\/|@tanstack(?!.react-virtual|.virtual-core)|@lingui\+core|@lingui\/core|openapi-)/;
/** Modules that are loaded before anything is shown: the entry point, and the view that most users see first. */
const FIRST = /\/src\/(?:main|today\/today-page)\.tsx$/;

/** Small parts that almost every view has: beside the first view, each would be a file of its own. */
const SMALL_PARTS = /\/src\/(?:api\/use-write|ui\/(?:chip|time-ago|time-format))\.tsx?$/;

type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null };

/** Returns true if the script that is loaded before the first view contains a module. */
function isInFirstView(id: string, modules: Modules, seen: Set<string>): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  if (FIRST.test(id)) return true;
  return modules.getModuleInfo(id)?.importers.some((importer) => isInFirstView(importer, modules, seen)) ?? false;
}

/**
 * The files of the script that more than one view needs. One file compresses better than ten. The libraries have their own,
 * which stays in the browser's cache over releases that change pages alone.
 */
export const chunkGroups = [
  { name: "base", test: LIBRARIES },
  {
    debugName: "common",
    name: (id: string, modules: Modules) =>
      SMALL_PARTS.test(id) || isInFirstView(id, modules, new Set()) ? "common" : null,
    minShareCount: 2,
  },
];
