import type { NumberedRuleSet } from "@container-inspection/shared-schemas";
import { useIsAdmin } from "../api/me.ts";
import { TimeAgo } from "../ui/time-ago.tsx";
import { Proposal } from "./proposal.tsx";
import { SettingFields } from "./setting-fields.tsx";
import { useEditedSettings } from "./use-edited-settings.ts";

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
    <section aria-label="Rules in force">
      <p className="faint">
        Containers are judged by rule set {version}
        {siteId !== undefined && current.siteId === null && ", the one for every site: this one has none of its own"}
        {activatedBy ? `, in force by ${activatedBy.email}` : ", bundled with the service"}
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
        {isAdmin && ". Edit the settings to propose others."}
      </p>
      <Proposal state={state} current={current} siteId={siteId} />
      <SettingFields rules={current.rules} state={state} isReadOnly={!isAdmin} />
    </section>
  );
}
