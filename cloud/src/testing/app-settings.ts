import { readSettings, type Settings } from "../platform/settings/settings.ts";

export const EDGE_KEY = "edge-key-of-the-tests-0123456789";
export const TRUSTED_ORIGIN = "https://app.example.com";

/** The settings of a test's app, whose data are in `folder`. */
export const testSettings = (folder: string): Settings =>
  readSettings({
    DATA_DIR: folder,
    EDGE_API_KEY: EDGE_KEY,
    TRUSTED_ORIGINS: TRUSTED_ORIGIN,
    ADMIN_PASSWORD: "a long enough password",
  });
