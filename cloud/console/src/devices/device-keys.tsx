import type { EdgeDeviceDetail } from "@container-inspection/shared-schemas/edge-devices";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Chip } from "../ui/chip.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";

/** The keys that work now: after a change the previous one overlaps with the new one until it ends. */
export function DeviceKeys({ device: { keys, joinCodeExpiresAt, source } }: { device: EdgeDeviceDetail }) {
  return (
    <section className="card table-card" aria-label={t`Keys`}>
      <h2>{t`Keys`}</h2>
      {joinCodeExpiresAt && (
        <p>
          <Chip tone="info">{t`join code open`}</Chip>{" "}
          <span className="faint">
            <Trans>
              expires <TimeAgo at={joinCodeExpiresAt} />
            </Trans>
          </span>
        </p>
      )}
      {keys.length === 0 ? (
        <p className="faint">{source === "shared-key" ? t`It uses the shared key.` : t`No usable key.`}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>{t`Begins with`}</th>
              <th>{t`Created`}</th>
              <th>{t`Last used`}</th>
              <th>{t`Ends`}</th>
            </tr>
          </thead>
          <tbody>
            {keys.map(({ hint, createdAt, lastUsedAt, endsAt }) => (
              <tr key={hint + createdAt}>
                <td className="number">{hint}</td>
                <td>
                  <TimeAgo at={createdAt} />
                </td>
                <td>{lastUsedAt ? <TimeAgo at={lastUsedAt} /> : t`never`}</td>
                <td>{endsAt ? <TimeAgo at={endsAt} /> : <span className="faint">{t`newest`}</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
