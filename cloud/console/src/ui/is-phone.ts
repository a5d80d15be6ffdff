import { useMedia } from "./use-media.ts";

/** Returns true on a screen as narrow as a phone's, for which the styles have a layout of their own. */
export const useIsPhone = (): boolean => useMedia("(max-width: 800px)");
