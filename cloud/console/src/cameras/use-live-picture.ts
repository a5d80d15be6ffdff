import type { LivePicture } from "@container-inspection/shared-schemas/live-pictures";
import { t } from "@lingui/core/macro";
import { onlineManager } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { isRefusal, NoAnswerError, problemOf } from "../api/api-error.ts";
import { api, bodyOf } from "../api/client.ts";

const WAIT_SECONDS = 20;
/** The service answers at once when no picture can come: ask again after this time. */
const PAUSE_MS = 3_000;
const SOON_MS = 1_000;

/** Data of a watched camera, and its time of arrival on the clock of `performance.now()`. */
export type Watched = {
  shown: LivePicture | undefined;
  arrivedMs: number;
  problem: string | undefined;
  /** True when neither a device nor any record names a camera with this id. */
  isUnknown: boolean;
};

const NOTHING: Watched = { shown: undefined, arrivedMs: 0, problem: undefined, isUnknown: false };

/**
 * Watches a camera while the page is visible: each request waits in the service for the next picture. While the page is
 * hidden, no pictures are asked for. Without an answer, the last picture stays, with the reason.
 */
export function useLivePicture(cameraId: string): Watched {
  const [watched, setWatched] = useState<Watched>(NOTHING);
  const isVisible = useIsVisible();
  useEffect(() => {
    if (!isVisible) return undefined;
    const leaving = new AbortController();
    void watch(cameraId, leaving.signal, setWatched);
    return () => leaving.abort();
  }, [cameraId, isVisible]);
  return watched;
}

type Show = (change: (before: Watched) => Watched) => void;

async function watch(cameraId: string, signal: AbortSignal, show: Show): Promise<void> {
  let after: string | undefined;
  while (!signal.aborted) {
    // The banner of the connection tries the service.
    if (!onlineManager.isOnline()) {
      await pause(SOON_MS);
      continue;
    }
    const askedMs = performance.now();
    let pauseMs = PAUSE_MS;
    try {
      const query = after === undefined ? {} : { after, waitSeconds: WAIT_SECONDS };
      const params = { path: { cameraId }, query };
      const { data } = await bodyOf(api.GET("/v1/cameras/{cameraId}/live-picture", { params, signal }));
      const isEarly = data.version === after && performance.now() - askedMs < SOON_MS;
      pauseMs = isEarly ? PAUSE_MS : 0;
      after = data.version;
      show(() => ({ ...NOTHING, shown: data, arrivedMs: performance.now() }));
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof NoAnswerError ? t`The service does not respond.` : problemOf(error);
      show((before) => ({ ...before, problem, isUnknown: isRefusal(error, 404) }));
    }
    if (pauseMs > 0) await pause(pauseMs);
  }
}

const pause = (ms: number) => new Promise((resolve) => window.setTimeout(resolve, ms));

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(() => document.visibilityState === "visible");
  useEffect(() => {
    const look = () => setIsVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return isVisible;
}
