import type { EdgeDeviceDetail } from "@container-inspection/shared-schemas/edge-devices";
import { t } from "@lingui/core/macro";
import { Chip } from "../ui/chip.tsx";

type Model = NonNullable<EdgeDeviceDetail["heartbeat"]>["models"][number];

/** The models of a device by its newest heartbeat, and why it does not use one. */
export const DeviceModels = ({ models }: { models: Model[] }) => (
  <section className="card table-card wide" aria-label={t`Models`}>
    <h2>{t`Models`}</h2>
    {models.length === 0 ? (
      <p className="faint">{t`No models.`}</p>
    ) : (
      <table aria-label={t`Models`}>
        <thead>
          <tr>
            <th>{t`Model`}</th>
            <th>{t`Version`}</th>
            <th>{t`Error`}</th>
          </tr>
        </thead>
        <tbody>
          {models.map(({ name, version, error }, at) => (
            <tr key={`${name} ${at}`}>
              <td>{name}</td>
              <td>{version}</td>
              <td>
                {error && (
                  <>
                    <Chip tone="bad">{t`not used`}</Chip> {error}
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
);
