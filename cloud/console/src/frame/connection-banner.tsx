import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { connection, retryNow } from "../api/connection.ts";
import { useStore } from "../api/store.ts";

const retry = () => void retryNow();

/** States that the service does not respond and when it is tried next, with a button to try now. */
export function ConnectionBanner() {
  const state = useStore(connection);
  return (
    <div aria-live="polite">
      {state.isLost && (
        <div className="connection">
          <p>
            <strong>{t`The service does not respond.`}</strong> {t`The page shows the last data that it received.`}{" "}
            {state.isTrying ? (
              <span aria-hidden="true">{t`Connecting …`}</span>
            ) : (
              <Countdown untilMs={state.nextTryAtMs} />
            )}
          </p>
          <button type="button" className="quiet" disabled={state.isTrying} onClick={retry}>
            {t`Retry now`}
          </button>
        </div>
      )}
    </div>
  );
}

/** Hidden from screen readers, which would read each second aloud. */
function Countdown({ untilMs }: { untilMs: number }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return <span aria-hidden="true">{t`Next try in ${Math.max(0, Math.ceil((untilMs - nowMs) / 1_000))} s.`}</span>;
}
