import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { problemOf } from "../api/api-error.ts";
import { Problem } from "../ui/problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { useEdgeConfiguration } from "./edge-devices-api.ts";

/** The configuration that is kept of a device, for new hardware. */
export const DeviceConfiguration = ({ id, keptAt }: { id: string; keptAt: string | null }) => (
  <section className="card wide" aria-label={t`Configuration`}>
    <h2>{t`Configuration`}</h2>
    {keptAt === null ? <p className="faint">{t`The device has not reported its configuration.`}</p> : <Kept id={id} />}
  </section>
);

function Kept({ id }: { id: string }) {
  const { data: kept, error } = useEdgeConfiguration(id);
  if (error && !kept) return <Problem text={problemOf(error)} />;
  if (!kept) return <ListSkeleton rows={2} />;
  return (
    <>
      <p className="faint">
        <Trans>
          Reported <TimeAgo at={kept.reportedAt} />, without secrets. New hardware restores it with a join code of this
          device.
        </Trans>
      </p>
      {kept.missing.length > 0 && (
        <p className="faint">
          <Trans>
            To be added on new hardware: {kept.missing.map(({ setting, name }) => name ?? setting).join(", ")}
          </Trans>
        </p>
      )}
      <details>
        <summary>{t`Show the configuration`}</summary>
        <pre className="small device-configuration">{kept.configuration}</pre>
      </details>
    </>
  );
}
