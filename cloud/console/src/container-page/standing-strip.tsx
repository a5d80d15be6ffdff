import type { Container, Standing } from "@container-inspection/shared-schemas/containers";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useIsSupervisor } from "../api/me.ts";
import { inLanguage } from "../language/in-language.ts";
import { TimeAgo } from "../ui/time-ago.tsx";

const route = getRouteApi("/shell/containers/$id");

const headings = (): Record<Standing["kind"], string> => ({
  hold: t`On hold`,
  escalation: t`Before a supervisor`,
  inspect: t`To be inspected`,
  clear: t`Released by decision`,
});

type Props = {
  container: Container;
  visit: number | undefined;
  /** The scan that the tab of scans shows; undefined without any. */
  shownScanId: string | undefined;
};

/** The decision or open escalation that the status rests on: grounds, decider, reason, and the next step. */
export function StandingStrip({ container, visit, shownScanId }: Props) {
  const { standing } = container;
  const { tab } = route.useSearch();
  if (!standing) return null;
  const { kind, reason, scanId, at } = standing;
  const grounds = inLanguage(standing.grounds, standing.groundsPhrase);
  return (
    <section className={`standing standing-${kind}`} aria-label={t`Decision`}>
      <p role="status">
        <strong>{headings()[kind]}</strong> · <bdi>{grounds}</bdi>
        {scanId && (tab !== undefined || scanId !== shownScanId) && (
          <>
            {" "}
            <Link
              to="/containers/$id"
              params={{ id: container.id }}
              search={{ visit, scan: scanId }}
              resetScroll={false}
            >
              {t`Show that scan`}
            </Link>
          </>
        )}
      </p>
      {kind !== "escalation" && (
        <p>
          <Decider standing={standing} /> <TimeAgo at={at} />
          {reason && (
            <>
              : “<bdi>{reason}</bdi>”
            </>
          )}
        </p>
      )}
      {visit === undefined && <NextStep standing={standing} />}
    </section>
  );
}

const Decider = ({ standing: { by } }: { standing: Standing }) =>
  by ? <bdi>{by.email}</bdi> : <>{t`A deleted user`}</>;

/** The next step for this user; a container that was cleared needs none. */
function NextStep({ standing: { kind, escalationId, by, at } }: { standing: Standing }) {
  const isSupervisor = useIsSupervisor();
  if (kind === "clear") return null;
  if (kind === "escalation")
    return (
      <p>
        <Trans>
          Escalated <TimeAgo at={at} />, not decided yet.
        </Trans>{" "}
        {isSupervisor ? (
          <Link to="/escalations/$id" params={{ id: escalationId }}>{t`Decide`}</Link>
        ) : (
          t`A supervisor decides.`
        )}
      </p>
    );
  if (kind === "inspect")
    return <p>{t`Next: open and inspect it, record what was found, then escalate it for a decision.`}</p>;
  return (
    <p>
      {by
        ? t`Next: a supervisor other than ${by.email} may clear it, after a new escalation.`
        : t`Next: a supervisor may clear it, after a new escalation.`}
    </p>
  );
}
