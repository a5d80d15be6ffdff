import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { problemOf } from "../api/api-error.ts";
import { useIsSupervisor } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { Problem } from "../ui/problem.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { readOwnHash, removeSubscription, subscribeHere, usePushSubscriptions, whyNoPush } from "./push-api.ts";

/** The browsers that receive the user's notifications, and whether this one does. */
export function BrowserNotifications() {
  const isSupervisor = useIsSupervisor();
  const { data, error } = usePushSubscriptions();
  const { data: ownHash } = useQuery({
    queryKey: ["own push subscription", data?.subscriptions.length],
    queryFn: async () => (await readOwnHash()) ?? null,
  });
  const adding = useWrite(subscribeHere, ["browsers"]);
  const removing = useWrite(removeSubscription, ["browsers"]);
  const reason = whyNoPush();
  const problem = adding.problem ?? removing.problem ?? (error && !data ? problemOf(error) : undefined);
  return (
    <section className="card" aria-label={t`Browsers`}>
      <h2>{t`Browsers that receive notifications`}</h2>
      <p className="faint">
        {t`Of escalations, silent devices and faulty cameras, also while the console is closed.`}
        {!isSupervisor && ` ${t`Supervisors and administrators get them.`}`}
      </p>
      {data?.subscriptions.length === 0 && <p className="faint">{t({ context: "browsers", message: "None." })}</p>}
      <ul className="phones">
        {data?.subscriptions.map(({ id, name, service, endpointSha256, lastActiveAt }) => (
          <li key={id}>
            <span>
              <bdi>{name}</bdi> {endpointSha256 === ownHash && `${t`(this one)`} `}
              <Added service={service} at={lastActiveAt} />
            </span>
            <button type="button" className="quiet" disabled={removing.busy} onClick={() => void removing.write(id)}>
              <Trans>
                Remove<span className="unseen"> {name}</span>
              </Trans>
            </button>
          </li>
        ))}
      </ul>
      {reason && <p className="faint">{reason}</p>}
      <Problem text={problem} />
      {data && !reason && data.subscriptions.every(({ endpointSha256 }) => endpointSha256 !== ownHash) && (
        <button
          type="button"
          disabled={adding.busy}
          onClick={() => void adding.write(data.publicKey, () => announce(t`This browser receives notifications`))}
        >
          {t`Receive notifications here`}
        </button>
      )}
    </section>
  );
}

const Added = ({ service, at }: { service: string; at: string }) => (
  <span className="faint small">
    <Trans>
      <bdi>{service}</bdi>, added <TimeAgo at={at} />
    </Trans>
  </span>
);
