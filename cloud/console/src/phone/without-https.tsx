import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
/** Note on the limits of browsers on pages without HTTPS; renders nothing with HTTPS. */
export function WithoutHttps() {
  if (window.isSecureContext) return null;
  return (
    <section className="card" aria-label={t`Without HTTPS`}>
      <p>
        <Trans>
          <strong>This page was opened without HTTPS.</strong> Photos, drafts and sending work, also after an outage.
          What cannot work: opening the page without a connection, installing it, and notifications. Ask an
          administrator for the address with HTTPS.
        </Trans>
      </p>
    </section>
  );
}
