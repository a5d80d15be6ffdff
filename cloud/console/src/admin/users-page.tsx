import type { User } from "@container-inspection/shared-schemas";
import { Chip } from "../ui/chip.tsx";
import { ListTable } from "../ui/list-table.tsx";
import { Problem } from "../ui/problem.tsx";
import { TimeAgo } from "../ui/time-ago.tsx";
import { type Action, useWrite } from "../ui/use-action.ts";
import { useListing } from "../ui/use-listing.ts";
import { updateUser, useUsers } from "./admin-api.ts";
import { roleOf, RoleSelect } from "./role-select.tsx";

/** The accounts, newest first, with their roles; they are disabled here, never deleted. */
export function UsersPage() {
  const listing = useListing();
  const { filter, change, cursor } = listing;
  const q = filter.get("q") ?? "";
  const role = roleOf(filter.get("role"));
  const query = useUsers({ q: q || undefined, role, cursor });
  const { act, busy, problem } = useWrite();
  return (
    <>
      <search className="filters">
        <input
          type="search"
          placeholder="Email or name"
          aria-label="Email or name"
          value={q}
          onChange={(event) => change({ q: event.target.value })}
        />
        <RoleSelect aria-label="Role" value={role ?? ""} onChange={(event) => change({ role: event.target.value })}>
          <option value="">Any role</option>
        </RoleSelect>
      </search>
      <Problem text={problem} />
      <ListTable
        listing={listing}
        query={query}
        columns={["Account", "Role", "Since", ""]}
        empty="No matching accounts."
      >
        {(user) => <UserRow key={user.id} user={user} write={{ act, busy }} />}
      </ListTable>
    </>
  );
}

function UserRow({ user, write: { act, busy } }: { user: User; write: Pick<Action, "act" | "busy"> }) {
  const { id, email, name, role, disabled, createdAt } = user;
  const setRole = (wanted: string) => {
    const chosen = roleOf(wanted);
    if (chosen && window.confirm(`Make ${email} ${chosen}? It takes effect at once.`))
      void act(() => updateUser(id, { role: chosen }));
  };
  const setDisabled = () => {
    if (disabled || window.confirm(`Disable ${email}? All of its sessions end at once.`))
      void act(() => updateUser(id, { disabled: !disabled }));
  };
  return (
    <tr aria-label={email}>
      <td>
        {email} {disabled && <Chip tone="bad">disabled</Chip>}
        {name && <div className="faint small">{name}</div>}
      </td>
      <td>
        <RoleSelect
          aria-label={`Role of ${email}`}
          value={role}
          disabled={busy}
          onChange={(event) => setRole(event.target.value)}
        />
      </td>
      <td className="faint">
        <TimeAgo at={createdAt} />
      </td>
      <td>
        <button type="button" className="quiet" disabled={busy} onClick={setDisabled}>
          {disabled ? "Enable" : "Disable"}
        </button>
      </td>
    </tr>
  );
}
