import { accessSync, constants } from "node:fs";

/** Chromium as people use it, where it is installed: the only one that shows notifications. */
export const WITH_WINDOWS = find(["chromium", "chromium-browser", "google-chrome"]);

/** Chromium, where it is installed: the one without windows needs a fifth less processor time. */
export const PROGRAM = find(["chromium-headless-shell"]) ?? WITH_WINDOWS;

/**
 * Features that are off. The last list counts, so it has those that Playwright switches off, too. The pages behind the
 * address bar, three for each window, cost more than the page under test.
 */
const FEATURES_OFF = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

/** Without these, Chromium tries to reach its maker's hosts. */
export const QUIET: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${FEATURES_OFF.join(",")}`,
];

function find(names: readonly string[]): string | undefined {
  return names.map((name) => `/usr/bin/${name}`).find(isProgram);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
