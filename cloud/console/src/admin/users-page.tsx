import type { User } from "@container-inspection/shared-schemas";
import { getRouteApi } from "@tanstack/react-router";
import { useWrite, type Write } from "../api/use-write.ts";
import { announce } from "../shell/announcer.tsx";
import { Chip } from "../ui/chip.tsx";
import { confirm } from "../ui/confirm.ts";
import { ListTable } from "../ui/list-table.tsx";
import { Problem } from "../ui/problem.tsx";
import { SearchField } from "../ui/search-field.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { updateUser, useUsers } from "./admin-api.ts";
import { roleOf, RoleSelect } from "./role-select.tsx";

const route = getRouteApi("/shell/admin/users");

/** The accounts, newest first, with their roles; they are disabled here, never deleted. */
export function UsersPage() {
  const { q, role, cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useUsers({ q, role, cursor });
  const update = useWrite(updateUser, ["users"]);
  const filter = (changed: { q?: string; role?: User["role"] }) =>
    void navigate({ search: { q, role, ...changed }, replace: true, resetScroll: false });
  return (
    <>
      <search className="filters">
        <SearchField label="Email or name" value={q ?? ""} search={(text) => filter({ q: text || undefined })} />
        <RoleSelect
          aria-label="Role"
          value={role ?? ""}
          onChange={(event) => filter({ role: roleOf(event.target.value) })}
        >
          <option value="">Any role</option>
        </RoleSelect>
      </search>
      <Problem text={update.problem} />
      <ListTable cursor={cursor} query={query} columns={["Account", "Role", "Since", ""]} empty="No matching accounts.">
        {(user) => <UserRow key={user.id} user={user} update={update} />}
      </ListTable>
    </>
  );
}

type Props = { user: User; update: Write<Parameters<typeof updateUser>[0], unknown> };

function UserRow({ user, update: { write, busy } }: Props) {
  const { id, email, name, role, disabled, createdAt } = user;
  const setRole = async (chosen: User["role"] | undefined) => {
    const text = "The new role applies immediately.";
    if (chosen && (await confirm({ title: `Make ${email} ${chosen}?`, text, action: "Change role" })))
      await write({ id, role: chosen }, () => announce(`${email} is ${chosen} now`));
  };
  const setDisabled = async () => {
    const text = "All of its sessions end immediately.";
    if (disabled || (await confirm({ title: `Disable ${email}?`, text, action: "Disable account" })))
      await write({ id, disabled: !disabled }, () => announce(`${email} ${disabled ? "enabled" : "disabled"}`));
  };
  return (
    <tr aria-label={email}>
      <td>
        {email} {disabled && <Chip tone="bad">disabled</Chip>}
        {name && (
          <div className="faint small">
            <bdi>{name}</bdi>
          </div>
        )}
      </td>
      <td>
        <RoleSelect
          aria-label={`Role of ${email}`}
          value={role}
          disabled={busy}
          onChange={(event) => void setRole(roleOf(event.target.value))}
        />
      </td>
      <td className="faint">
        <TimeAgo at={createdAt} />
      </td>
      <td>
        <button type="button" className="quiet" disabled={busy} onClick={() => void setDisabled()}>
          {disabled ? "Enable" : "Disable"}
        </button>
      </td>
    </tr>
  );
}
