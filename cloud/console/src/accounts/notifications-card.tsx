import type {
  AlertKind,
  NotificationSettings,
  ShiftReportChoice,
  UpdateNotificationsRequest,
} from "@container-inspection/shared-schemas/notifications";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { useWrite } from "../api/use-write.ts";
import { useTopology } from "../cameras/cameras-api.ts";
import { announce } from "../ui/announcer.tsx";
import { Problem } from "../ui/problem.tsx";
import { setNotifications, useNotifications } from "./notifications-api.ts";

const alerts = (): Record<AlertKind, string> => ({
  "device-silent": t`A device is silent`,
  "disk-low": t`A device is low on disk space`,
  "clock-off": t`The clock of a device is off`,
  "camera-faulty": t`A camera is down or faulty`,
  "records-broken": t`The chain of a camera's records is broken`,
});
const reports = (): Record<ShiftReportChoice, string> => ({
  none: t`none`,
  own: t`of my shifts`,
  sites: t`of all shifts at these sites`,
});

/** Settings for the user's email notifications; each choice is saved immediately. */
export function NotificationsCard() {
  const { data: saved, error } = useNotifications();
  const { write, problem } = useWrite(setNotifications, ["notifications"]);
  // Choices are shown while they are being saved, or wait for the one before them.
  const [chosen, setChosen] = useState<readonly UpdateNotificationsRequest[]>([]);
  const settings = saved && chosen.reduce<NotificationSettings>((before, change) => ({ ...before, ...change }), saved);
  const save = async (change: UpdateNotificationsRequest) => {
    setChosen((all) => [...all, change]);
    await write(change, () => announce(t`Notifications saved`));
    setChosen((all) => all.filter((one) => one !== change));
  };
  return (
    <section className="card" aria-label={t`Notifications`}>
      <h2>{t`Notifications by email`}</h2>
      {settings && !settings.mailConfigured && (
        <p className="faint small">{t`The service has no mail server yet, so nothing is sent.`}</p>
      )}
      {settings && (
        <div className="stacked-form">
          <fieldset className="choices">
            <legend>{t`Alerts, and when it is over`}</legend>
            {settings.availableAlerts.map((kind) => (
              <label key={kind}>
                <input
                  type="checkbox"
                  checked={settings.alerts.includes(kind)}
                  onChange={() => void save({ alerts: toggled(settings.alerts, kind) })}
                />{" "}
                {alerts()[kind]}
              </label>
            ))}
          </fieldset>
          <label>
            {t`Shift reports`}
            <select
              value={settings.shiftReports}
              onChange={({ target }) =>
                void save({ shiftReports: settings.availableShiftReports.find((one) => one === target.value) })
              }
            >
              {settings.availableShiftReports.map((choice) => (
                <option key={choice} value={choice}>
                  {reports()[choice]}
                </option>
              ))}
            </select>
          </label>
          <Sites settings={settings} save={(change) => void save(change)} />
        </div>
      )}
      <Problem text={problem ?? (error && !settings ? problemOf(error) : undefined)} />
    </section>
  );
}

type SitesProps = {
  settings: Pick<NotificationSettings, "siteIds">;
  save: (change: { siteIds: string[] | null }) => void;
};

/** Selection of the sites for alerts and reports: all, or chosen ones, of which at least one must remain. */
function Sites({ settings: { siteIds }, save }: SitesProps) {
  const { data: sites = [] } = useTopology();
  if (sites.length < 2 && siteIds === null) return null;
  return (
    <fieldset className="choices">
      <legend>{t`Sites`}</legend>
      <label>
        <input
          type="checkbox"
          checked={siteIds === null}
          onChange={() => save({ siteIds: siteIds === null ? sites.map(({ id }) => id) : null })}
        />{" "}
        {t`All, also those to come`}
      </label>
      {siteIds !== null &&
        sites.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={siteIds.includes(id)}
              disabled={siteIds.length === 1 && siteIds.includes(id)}
              onChange={() => save({ siteIds: toggled(siteIds, id) })}
            />{" "}
            <bdi>{name}</bdi>
          </label>
        ))}
    </fieldset>
  );
}

const toggled = <Item,>(items: readonly Item[], item: Item): Item[] =>
  items.includes(item) ? items.filter((one) => one !== item) : [...items, item];
