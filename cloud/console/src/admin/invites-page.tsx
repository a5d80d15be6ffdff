import type { InviteStatus } from "@container-inspection/shared-schemas";
import { type FormEvent, useState } from "react";
import { Chip, type Tone } from "../ui/chip.tsx";
import { ExactTime } from "../ui/exact-time.tsx";
import { ListTable } from "../ui/list-table.tsx";
import { Problem } from "../ui/problem.tsx";
import { textOf } from "../ui/text-of.ts";
import { useWrite } from "../ui/use-action.ts";
import { useListing } from "../ui/use-listing.ts";
import { createInvite, revokeInvite, useInvites } from "./admin-api.ts";
import { InviteLink } from "./invite-link.tsx";
import { roleOf, RoleSelect } from "./role-select.tsx";

const STATUS_TONE: Record<InviteStatus, Tone> = {
  open: "info",
  accepted: "good",
  revoked: "neutral",
  expired: "neutral",
};

/** Who is invited, newest first, and the form that invites. */
export function InvitesPage() {
  const listing = useListing();
  const query = useInvites({ cursor: listing.cursor });
  const { act, busy, problem } = useWrite();
  const [made, setMade] = useState<Awaited<ReturnType<typeof createInvite>>>();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    const role = roleOf(textOf(fields, "role")) ?? "operator";
    if (await act(async () => setMade(await createInvite(textOf(fields, "email"), role)))) form.reset();
  };
  const revoke = (id: string, email: string) => {
    if (!window.confirm(`Revoke the invite of ${email}? Its links stop working immediately.`)) return;
    void act(async () => {
      await revokeInvite(id);
      if (made?.id === id) setMade(undefined);
    });
  };

  return (
    <>
      <form className="filters" onSubmit={(event) => void submit(event)}>
        <input name="email" type="email" aria-label="Email to invite" placeholder="name@example.com" required />
        <RoleSelect name="role" aria-label="Role of the invited" />
        <button type="submit" disabled={busy}>
          Invite
        </button>
      </form>
      <Problem text={problem} />
      {made && <InviteLink invite={made} close={() => setMade(undefined)} />}
      <ListTable
        listing={listing}
        query={query}
        columns={["Invited", "Role", "Status", "By", "Expires", ""]}
        empty="No invites yet."
      >
        {(invite) => (
          <InviteRow key={invite.id} invite={invite} revoke={() => revoke(invite.id, invite.email)} busy={busy} />
        )}
      </ListTable>
    </>
  );
}

type Invite = NonNullable<ReturnType<typeof useInvites>["data"]>["items"][number];

function InviteRow({ invite, revoke, busy }: { invite: Invite; revoke: () => void; busy: boolean }) {
  const { email, role, status, invitedBy, expiresAt } = invite;
  return (
    <tr aria-label={email}>
      <td>{email}</td>
      <td>{role}</td>
      <td>
        <Chip tone={STATUS_TONE[status]}>{status}</Chip>
      </td>
      <td className="faint">{invitedBy.email}</td>
      <td className="faint">
        <ExactTime at={expiresAt} />
      </td>
      <td>
        {status === "open" && (
          <button type="button" className="quiet" disabled={busy} onClick={revoke}>
            Revoke
          </button>
        )}
      </td>
    </tr>
  );
}
