import type { Escalation } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import { inLanguage } from "../language/in-language.ts";
import { Findings } from "../containers/findings.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { sourceMeanings } from "./escalation-chips.tsx";

/** Reason for an escalation: the text of the user, and the critical findings. */
export function Why({
  escalation: { findings, reason, reasonPhrase, raisedBy, source, createdAt },
}: {
  escalation: Escalation;
}) {
  return (
    <section className="card">
      <h2>{t`Why`}</h2>
      {(raisedBy || findings.length === 0) && (
        <p className="prose">
          <bdi>{inLanguage(reason, reasonPhrase)}</bdi>
        </p>
      )}
      {findings.length > 0 && <Findings findings={findings} />}
      <p className="faint small">
        {raisedBy ? t`raised by ${raisedBy.email}` : sourceMeanings()[source]}, <TimeAgo at={createdAt} />
      </p>
    </section>
  );
}
