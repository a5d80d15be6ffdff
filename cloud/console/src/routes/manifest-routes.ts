import { createRoute } from "@tanstack/react-router";
import { ATTACHED, MANIFEST_STATUSES, MANIFEST_TABS } from "../shell/choices.ts";
import { lazyPage } from "../ui/lazy-page.ts";
import { type Paged, type Search, textIn, wordIn } from "../shell/search.ts";
import { shell } from "./shell-route.ts";

const manifests = createRoute({
  getParentRoute: () => shell,
  path: "/manifests",
  validateSearch: (search: Search): Paged & ManifestsSearch => ({
    q: textIn(search, "q"),
    number: textIn(search, "number"),
    status: wordIn(search, "status", MANIFEST_STATUSES),
    attached: wordIn(search, "attached", ATTACHED),
    cursor: textIn(search, "cursor"),
  }),
  component: lazyPage(async () => (await import("../manifests/manifests-page.tsx")).ManifestsPage),
});
const newManifest = createRoute({
  getParentRoute: () => shell,
  path: "/manifests/new",
  validateSearch: (search: Search): { number?: string } => ({ number: textIn(search, "number") }),
  component: lazyPage(async () => (await import("../manifests/editor-page.tsx")).NewManifestPage),
});
const importManifests = createRoute({
  getParentRoute: () => shell,
  path: "/manifests/import",
  validateSearch: (search: Search): { file?: string } => ({ file: textIn(search, "file") }),
  component: lazyPage(async () => (await import("../manifests/import/import-page.tsx")).ImportPage),
});
const manifest = createRoute({
  getParentRoute: () => shell,
  path: "/manifests/$id",
  validateSearch: (search: Search): { tab?: (typeof MANIFEST_TABS)[number] } => ({
    tab: wordIn(search, "tab", MANIFEST_TABS),
  }),
  component: lazyPage(async () => (await import("../manifests/manifest-page.tsx")).ManifestPage),
});
const editManifest = createRoute({
  getParentRoute: () => shell,
  path: "/manifests/$id/edit",
  component: lazyPage(async () => (await import("../manifests/editor-page.tsx")).EditManifestPage),
});

type ManifestsSearch = {
  q?: string;
  /** A whole container number. */
  number?: string;
  status?: (typeof MANIFEST_STATUSES)[number];
  attached?: (typeof ATTACHED)[number];
};

/** The pages of manifests. Static addresses count before those with an id. */
export const manifestRoutes = [manifests, newManifest, importManifests, manifest, editManifest] as const;
