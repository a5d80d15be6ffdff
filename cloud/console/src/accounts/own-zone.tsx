import { t } from "@lingui/core/macro";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { Problem } from "../ui/problem.tsx";
import { zoneName } from "../ui/time-zone.ts";
import { setOwnZone } from "./account-api.ts";

/** The time zone in which the caller reads times, on every device. */
export function OwnZone({ timeZone }: { timeZone: string | null }) {
  const { write, busy, problem } = useWrite(setOwnZone, ["me"]);
  return (
    <section className="card" aria-label={t`Time zone`}>
      <h2>{t`Time zone`}</h2>
      <label className="stacked-form">
        {t`Times are shown in`}
        <select
          value={timeZone ?? ""}
          disabled={busy}
          onChange={({ target }) => void write(target.value || null, () => announce(t`Time zone saved`))}
        >
          <option value="">{t`the zone of each device`}</option>
          {Intl.supportedValuesOf("timeZone").map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </select>
      </label>
      <p className="faint small">{t`Now: ${zoneName(new Date(), timeZone ?? undefined)}`}</p>
      <Problem text={problem} />
    </section>
  );
}
