import {
  createServiceAccountRequest,
  type ServiceAccount,
} from "@container-inspection/shared-schemas/service-accounts";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite, type Write } from "../api/use-write.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../ui/announcer.tsx";
import { Chip } from "../ui/chip.tsx";
import { confirm } from "../ui/confirm.ts";
import { ExactTime } from "../ui/exact-time.tsx";
import { ListTable } from "../ui/list-table.tsx";
import { Problem } from "../ui/problem.tsx";
import { ShownOnce } from "../ui/shown-once.tsx";
import { updateUser } from "./admin-api.ts";
import { createServiceAccount, endServiceToken, issueServiceToken, useServiceAccounts } from "./services-api.ts";
import { wordOf } from "../language/words.ts";

const route = getRouteApi("/shell/admin/services");
type Issued = Awaited<ReturnType<typeof createServiceAccount>>;

/** The programs that use the API, with their tokens, and the form that adds one. */
export function ServicesPage() {
  const { cursor } = route.useSearch();
  const query = useServiceAccounts({ cursor });
  const create = useWrite(createServiceAccount, ["services"]);
  const issue = useWrite(issueServiceToken, ["services"]);
  const end = useWrite(endServiceToken, ["services"]);
  const update = useWrite(updateUser, ["services"]);
  const [issued, setIssued] = useState<Issued>();
  return (
    <>
      <ServiceForm create={create} show={setIssued} />
      <Problem text={create.problem ?? issue.problem ?? end.problem ?? update.problem} />
      {issued && (
        <ShownOnce
          key={issued.token}
          name={t`The new token`}
          text={issued.token}
          copy={t`Copy the token`}
          close={() => setIssued(undefined)}
        >
          <Trans>
            The token of <bdi>{issued.account.name}</bdi>, which it sends in the header Authorization, after the word
            Bearer. You will not see it again.
          </Trans>
        </ShownOnce>
      )}
      <ListTable
        cursor={cursor}
        query={query}
        columns={[t`Service`, t`Role`, t`Tokens`, ""]}
        empty={t`No service accounts yet. A port's own system uses the API with one.`}
      >
        {(account) => (
          <ServiceRow
            key={account.id}
            account={account}
            busy={issue.busy || end.busy || update.busy}
            issue={() => void issue.write(account.id, setIssued)}
            end={(tokenId) => void end.write({ id: account.id, tokenId }, () => announce(t`Token ended`))}
            setDisabled={(disabled) => void update.write({ id: account.id, disabled })}
          />
        )}
      </ListTable>
    </>
  );
}

type FormProps = { create: Write<Parameters<typeof createServiceAccount>[0], Issued>; show: (issued: Issued) => void };

function ServiceForm({ create: { write, busy }, show }: FormProps) {
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema: createServiceAccountRequest,
    defaults: { name: "", role: "operator", expiresInDays: 365 },
    draft: "service account",
  });
  const submit = handleSubmit(async (account) => {
    if (await write(account, show)) clear();
  });
  const { name, expiresInDays } = formState.errors;
  return (
    <form className="filters" onSubmit={(event) => void submit(event)}>
      <input
        aria-label={t`Name of the service`}
        placeholder="port-system"
        required
        maxLength={50}
        {...register("name")}
      />
      <select aria-label={t`Role of the service`} {...register("role")}>
        <option value="operator">{t`operator`}</option>
        <option value="supervisor">{t`supervisor`}</option>
      </select>
      <label className="faint">
        {t`token valid for`}{" "}
        <input type="number" min={1} max={400} required {...register("expiresInDays", { valueAsNumber: true })} />{" "}
        {t`days`}
      </label>
      <button type="submit" disabled={busy}>{t`Add service`}</button>
      <Problem text={name?.message && t`The name ${name.message}.`} />
      <Problem text={expiresInDays?.message && t`The number of days ${expiresInDays.message}.`} />
    </form>
  );
}

type RowProps = {
  account: ServiceAccount;
  busy: boolean;
  issue: () => void;
  end: (tokenId: string) => void;
  setDisabled: (disabled: boolean) => void;
};

function ServiceRow({ account: { name, role, disabled, tokens }, busy, issue, end, setDisabled }: RowProps) {
  const askToEnd = async (tokenId: string) => {
    const text = t`It stops working immediately.`;
    if (await confirm({ title: t`End this token of ${name}?`, text, action: t`End token`, isDanger: true }))
      end(tokenId);
  };
  const askToDisable = async () => {
    const text = t`All of its tokens end immediately.`;
    if (disabled || (await confirm({ title: t`Disable ${name}?`, text, action: t`Disable account`, isDanger: true })))
      setDisabled(!disabled);
  };
  return (
    <tr aria-label={name}>
      <td>
        {name} {disabled && <Chip tone="bad">{t`disabled`}</Chip>}
      </td>
      <td>{wordOf(role)}</td>
      <td>
        {tokens.length === 0 && <span className="faint">{t`none`}</span>}
        {tokens.map(({ id, expiresAt }) => (
          <div key={id}>
            <Trans>
              until <ExactTime at={expiresAt} />
            </Trans>{" "}
            <button type="button" className="quiet" disabled={busy} onClick={() => void askToEnd(id)}>
              <Trans>End</Trans>
            </button>
          </div>
        ))}
      </td>
      <td>
        {!disabled && <button type="button" className="quiet" disabled={busy} onClick={issue}>{t`New token`}</button>}
        <button type="button" className="quiet" disabled={busy} onClick={() => void askToDisable()}>
          {disabled ? t`Enable` : t`Disable`}
        </button>
      </td>
    </tr>
  );
}
