import type { User } from "@container-inspection/shared-schemas/users";
import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { resetSecondFactor } from "../accounts/factors-api.ts";
import { useWrite, type Write } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { Chip } from "../ui/chip.tsx";
import { confirm } from "../ui/confirm.ts";
import { ListTable } from "../ui/list-table.tsx";
import { Problem } from "../ui/problem.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { updateUser, useUsers } from "./admin-api.ts";
import { roleOf, RoleSelect } from "./role-select.tsx";
import { wordOf } from "../language/words.ts";
import { SignInPolicy } from "./sign-in-policy.tsx";
import { UserSessionsDialog } from "./user-sessions-dialog.tsx";

const route = getRouteApi("/shell/admin/users");

/** The accounts, newest first, with their roles; they are disabled here, and never deleted. */
export function UsersPage() {
  const { q, role, cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useUsers({ q, role, cursor });
  const update = useWrite(updateUser, ["users"]);
  const reset = useWrite(resetSecondFactor, ["users"]);
  const [shown, setShown] = useState<User>();
  const filter = (changed: { q?: string; role?: User["role"] }) =>
    void navigate({ search: { q, role, ...changed }, replace: true, resetScroll: false });
  return (
    <>
      <search className="filters">
        <SearchField label={t`Email or name`} value={q ?? ""} search={(text) => filter({ q: text || undefined })} />
        <RoleSelect
          aria-label={t`Role`}
          value={role ?? ""}
          onChange={(event) => filter({ role: roleOf(event.target.value) })}
        >
          <option value="">{t`Any role`}</option>
        </RoleSelect>
      </search>
      <SignInPolicy />
      <Problem text={update.problem ?? reset.problem} />
      <ListTable
        cursor={cursor}
        query={query}
        columns={[t`Account`, t`Role`, t`Since`, ""]}
        empty={t`No matching accounts.`}
      >
        {(user) => <UserRow key={user.id} user={user} update={update} reset={reset} show={() => setShown(user)} />}
      </ListTable>
      {shown && <UserSessionsDialog user={shown} close={() => setShown(undefined)} />}
    </>
  );
}

type Props = {
  user: User;
  update: Write<Parameters<typeof updateUser>[0], unknown>;
  reset: Write<string, unknown>;
  /** Opens the sessions of the user. */
  show: () => void;
};

function UserRow({ user, update: { write, busy }, reset, show }: Props) {
  const { id, email, name, role, disabled, erasedAt, createdAt, hasSecondFactor } = user;
  const setRole = async (chosen: User["role"] | undefined) => {
    const text = t`The new role applies immediately.`;
    if (chosen && (await confirm({ title: t`Make ${email} ${wordOf(chosen)}?`, text, action: t`Change role` })))
      await write({ id, role: chosen }, () => announce(t`${email} is ${wordOf(chosen)} now`));
  };
  const setDisabled = async () => {
    const text = t`All of its sessions end immediately.`;
    if (disabled || (await confirm({ title: t`Disable ${email}?`, text, action: t`Disable account`, isDanger: true })))
      await write({ id, disabled: !disabled }, () => announce(disabled ? t`${email} enabled` : t`${email} disabled`));
  };
  const resetFactor = async () => {
    const text = t`It is removed with its recovery codes, all sessions end, and the user gets a mail.`;
    const title = t`Reset the second factor of ${email}?`;
    if (await confirm({ title, text, action: t`Reset second factor`, isDanger: true }))
      await reset.write(id, () => announce(t`The second factor of ${email} is reset`));
  };
  return (
    <tr aria-label={email}>
      <td>
        {email} {disabled && !erasedAt && <Chip tone="bad">{t`disabled`}</Chip>} {erasedAt && <Chip>{t`erased`}</Chip>}{" "}
        {hasSecondFactor && <Chip tone="good">{t`second factor`}</Chip>}
        {name && (
          <div className="faint small">
            <bdi>{name}</bdi>
          </div>
        )}
      </td>
      <td>
        <RoleSelect
          aria-label={t`Role of ${email}`}
          value={role}
          disabled={busy || erasedAt !== null}
          onChange={(event) => void setRole(roleOf(event.target.value))}
        />
      </td>
      <td className="faint">
        <TimeAgo at={createdAt} />
      </td>
      <td>
        {!erasedAt && (
          <button type="button" className="quiet" aria-label={t`Sessions of ${email}`} onClick={show}>
            {t`Sessions`}
          </button>
        )}
        {hasSecondFactor && (
          <button type="button" className="quiet" disabled={reset.busy} onClick={() => void resetFactor()}>
            {t`Reset second factor`}
          </button>
        )}
        {!erasedAt && (
          <button type="button" className="quiet" disabled={busy} onClick={() => void setDisabled()}>
            {disabled ? t`Enable` : t`Disable`}
          </button>
        )}
      </td>
    </tr>
  );
}
