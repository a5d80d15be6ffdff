import type { Manifest } from "@container-inspection/shared-schemas/manifests";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TimeAgo } from "../ui/time-ago.tsx";
import { ChangeList } from "./change-list.tsx";
import { changesBetween } from "./differences.ts";
import { nameOf } from "./manifest-fields.ts";
import { useManifestHistory } from "./manifests-api.ts";

type Props = {
  /** The version that the user changes, and the one that has been saved since. */
  base: Manifest;
  newest: Manifest;
  /** The paths that both changed. */
  conflicts: string[];
  apply: () => void;
  discard: () => void;
};

/** Changes that another user has saved since, and the choices for the user's own changes. */
export function NewerVersion({ base, newest, conflicts, apply, discard }: Props) {
  const { data: history } = useManifestHistory(newest.id);
  const by = history?.[0]?.actor.name ?? t`Another user`;
  return (
    <section className="card newer-version" role="alert" aria-label={t`Newer version`}>
      <h2>
        <Trans>
          <bdi>{by}</bdi> changed this manifest <TimeAgo at={newest.updatedAt} />
        </Trans>
      </h2>
      <p>{t`Your changes are kept. Apply them to the newer version, or discard them.`}</p>
      <ChangeList changes={changesBetween(base, newest)} />
      {conflicts.length > 0 && (
        <p>
          <Trans>
            <strong>Both versions changed: {conflicts.map(nameOf).join(", ")}.</strong> Applying your changes puts your
            values into the form.
          </Trans>
        </p>
      )}
      <div className="form-actions">
        <button type="button" onClick={apply}>{t`Apply my changes to it`}</button>
        <button type="button" className="quiet" onClick={discard}>{t`Discard my changes`}</button>
      </div>
    </section>
  );
}
