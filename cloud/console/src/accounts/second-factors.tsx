import type { SecondFactor } from "@container-inspection/shared-schemas/second-factors";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { problemOf } from "../api/api-error.ts";
import { Problem } from "../ui/problem.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { FactorDialog, type Opened } from "./factor-dialogs.tsx";
import { useSecondFactors } from "./factors-api.ts";
import { hasPasskeys } from "./passkey.ts";

/**
 * The caller's second factors, and how to add and remove them. After a new password, the removal of those is offered
 * that the user did not add: a thief's passkey signs in without a password.
 */
export function SecondFactors({ hasNewPassword = false }: { hasNewPassword?: boolean }) {
  const { data, error } = useSecondFactors();
  const [opened, setOpened] = useState<Opened>();
  const factors = data?.factors ?? [];
  return (
    <section className="card" aria-label={t`Second factor`}>
      <h2>{t`Second factor`}</h2>
      {data && factors.length === 0 && <NoFactor isRequired={data.required} />}
      {hasNewPassword && factors.length > 0 && (
        <p role="status">{t`The new password removes none of these: remove each that you did not add.`}</p>
      )}
      <ul className="phones">
        {factors.map((factor) => (
          <FactorItem key={factor.id} factor={factor} remove={() => setOpened(factor)} />
        ))}
      </ul>
      {data && factors.length > 0 && (
        <p className="faint small">
          {plural(data.recoveryCodesLeft, { one: "# recovery code left.", other: "# recovery codes left." })}
        </p>
      )}
      <FactorButtons factors={factors} open={setOpened} />
      {!hasPasskeys() && (
        <p className="faint small">{t`Passkeys need HTTPS: open the console at its https address to add one.`}</p>
      )}
      <Problem text={error && !data ? problemOf(error) : undefined} />
      {opened && <FactorDialog opened={opened} close={() => setOpened(undefined)} />}
    </section>
  );
}

const FactorItem = ({ factor, remove }: { factor: SecondFactor; remove: () => void }) => (
  <li>
    <span>
      <bdi>{factor.name}</bdi>{" "}
      <span className="faint small">
        {factor.kind === "passkey" && `${t`passkey`}, `}
        <Trans>
          added <TimeAgo at={factor.createdAt} />
        </Trans>
        {factor.lastUsedAt && (
          <>
            ,{" "}
            <Trans>
              used <TimeAgo at={factor.lastUsedAt} />
            </Trans>
          </>
        )}
      </span>
    </span>
    <button type="button" className="quiet" aria-label={t`Remove ${factor.name}`} onClick={remove}>
      {t`Remove`}
    </button>
  </li>
);

const NoFactor = ({ isRequired }: { isRequired: boolean }) =>
  isRequired ? (
    <p>{t`Your role requires one: add an app or a passkey.`}</p>
  ) : (
    <p className="faint">{t`None. With one, a stolen password alone does not open your account.`}</p>
  );

const FactorButtons = ({ factors, open }: { factors: SecondFactor[]; open: (what: Opened) => void }) => (
  <div className="device-actions">
    <button type="button" className="quiet" onClick={() => open("app")}>
      {factors.some(({ kind }) => kind === "totp") ? t`Replace the app` : t`Add an authenticator app`}
    </button>
    {hasPasskeys() && (
      <button type="button" className="quiet" onClick={() => open("passkey")}>{t`Add a passkey`}</button>
    )}
    {factors.length > 0 && (
      <button type="button" className="quiet" onClick={() => open("codes")}>{t`New recovery codes`}</button>
    )}
  </div>
);
