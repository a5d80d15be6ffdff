import { createRoute } from "@tanstack/react-router";
import { CAMERA_STATES, MINUTES } from "../shell/choices.ts";
import { lazyPage } from "../ui/lazy-page.ts";
import { type Search, textIn, wordIn } from "../shell/search.ts";
import { shell } from "./shell-route.ts";

type CamerasSearch = {
  /** The id of a site or a lane, or `none` for cameras without a lane. */
  place?: string;
  show?: (typeof CAMERA_STATES)[number];
};
type CameraSearch = {
  minutes?: (typeof MINUTES)[number];
  /** The classes that are not shown, separated by commas. */
  hide?: string;
};

const cameras = createRoute({
  getParentRoute: () => shell,
  path: "/cameras",
  validateSearch: (search: Search): CamerasSearch => ({
    place: textIn(search, "place"),
    show: wordIn(search, "show", CAMERA_STATES),
  }),
  component: lazyPage(async () => (await import("../cameras/cameras-page.tsx")).CamerasPage),
});
const camera = createRoute({
  getParentRoute: () => shell,
  path: "/cameras/$cameraId",
  validateSearch: (search: Search): CameraSearch => ({
    minutes: wordIn(search, "minutes", MINUTES),
    hide: textIn(search, "hide"),
  }),
  component: lazyPage(async () => (await import("../cameras/camera-page.tsx")).CameraPage),
});
const sites = createRoute({
  getParentRoute: () => shell,
  path: "/sites",
  component: lazyPage(async () => (await import("../sites/sites-page.tsx")).SitesPage),
});

/** The pages of cameras and of the sites that they belong to. */
export const cameraRoutes = [cameras, camera, sites] as const;
