import { t } from "@lingui/core/macro";
import type { Draft } from "./use-draft.ts";

/** Choice to escalate the container to a supervisor, and the reason. */
export const EscalateStep = ({ entry, change }: Draft) => (
  <section className="card phone-step" aria-label={t`Escalate`}>
    <label className="phone-check">
      <input
        type="checkbox"
        checked={entry.isEscalated}
        onChange={({ target }) => change({ isEscalated: target.checked })}
      />
      {t`Escalate to a supervisor`}
    </label>
    {entry.isEscalated && (
      <label className="faint">
        {t`Reason`}
        <textarea
          rows={3}
          maxLength={2_000}
          value={entry.reason}
          onChange={({ target }) => change({ reason: target.value })}
        />
      </label>
    )}
  </section>
);
