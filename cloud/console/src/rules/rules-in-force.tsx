import type { NumberedRuleSet } from "@container-inspection/shared-schemas/rule-sets";
import { t } from "@lingui/core/macro";
import { Suspense } from "react";
import { useIsAdmin } from "../api/me.ts";
import { lazyPage } from "../ui/lazy-page.ts";
import { TimeAgo } from "../ui/time-ago.tsx";
import { SettingFields } from "./setting-fields.tsx";
import { useEditedSettings } from "./use-edited-settings.ts";

/** The form is loaded with the first change, so that the settings are shown sooner. */
const Proposal = lazyPage(async () => (await import("./proposal.tsx")).Proposal);

type Props = {
  current: NumberedRuleSet;
  /** The site that the page is about; its rule set may be the one for every site. */
  siteId: string | undefined;
};

/** The settings in force. Admins edit them here, to propose them; nothing takes effect before another admin agrees. */
export function RulesInForce({ current, siteId }: Props) {
  const state = useEditedSettings(current, siteId);
  const isAdmin = useIsAdmin();
  const { version, activatedBy, activatedAt, note } = current;
  return (
    <section aria-label={t`Rules in force`}>
      <p className="faint">
        {siteId !== undefined && current.siteId === null
          ? t`Containers are judged by rule set ${version}, the one for every site: this one has none of its own`
          : t`Containers are judged by rule set ${version}`}
        {`, ${activatedBy ? t`in force by ${activatedBy.email}` : t`bundled with the service`}`}
        {activatedAt && (
          <>
            , <TimeAgo at={activatedAt} />
          </>
        )}
        {note && (
          <>
            : <bdi>{note}</bdi>
          </>
        )}
        {isAdmin && `. ${t`Edit the settings to propose others.`}`}
      </p>
      {state.differences.length > 0 && (
        <Suspense>
          <Proposal state={state} current={current} siteId={siteId} />
        </Suspense>
      )}
      <SettingFields rules={current.rules} state={state} isReadOnly={!isAdmin} />
    </section>
  );
}
