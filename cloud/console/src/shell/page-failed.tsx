import { t } from "@lingui/core/macro";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { problemOf } from "../api/api-error.ts";
import { connection } from "../api/connection.ts";
import { useStore } from "../api/store.ts";
import { Notice } from "../ui/notice.tsx";

/** Notice in place of a page that failed; a page that could not be loaded follows with the connection. */
export function PageFailed({ error, reset }: { error: unknown; reset: () => void }) {
  const router = useRouter();
  const { isLost } = useStore(connection);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  const follow = useEffectEvent(retry);
  const wasLost = useRef(isLost);
  useEffect(() => {
    if (wasLost.current && !isLost) follow();
    wasLost.current = isLost;
  }, [isLost]);
  return (
    <Notice title={t`This page could not be shown`}>
      {problemOf(error)} <button type="button" className="quiet" onClick={retry}>{t`Try again`}</button>{" "}
      <button type="button" className="quiet" onClick={() => window.location.reload()}>{t`Reload`}</button>
    </Notice>
  );
}
