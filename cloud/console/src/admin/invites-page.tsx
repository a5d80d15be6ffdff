import { createInviteRequest, type InviteStatus } from "@container-inspection/shared-schemas/invites";
import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { useWrite, type Write } from "../api/use-write.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { Chip, type Tone } from "../ui/chip.tsx";
import { confirm } from "../ui/confirm.ts";
import { ExactTime } from "../ui/exact-time.tsx";
import { ListTable } from "../ui/list-table.tsx";
import { Problem } from "../ui/problem.tsx";
import { createInvite, revokeInvite, useInvites } from "./admin-api.ts";
import { InviteLink } from "./invite-link.tsx";
import { RoleSelect } from "./role-select.tsx";
import { wordOf } from "../language/words.ts";

const STATUS_TONE: Record<InviteStatus, Tone> = {
  open: "info",
  accepted: "good",
  revoked: "neutral",
  expired: "neutral",
};

const route = getRouteApi("/shell/admin/invites");

/** List of invites, newest first, and the form to send one. */
export function InvitesPage() {
  const { cursor } = route.useSearch();
  const query = useInvites({ cursor });
  const create = useWrite(createInvite, ["invites", "emails"]);
  const revoke = useWrite(revokeInvite, ["invites"]);
  const [made, setMade] = useState<Made>();
  const askToRevoke = async ({ id, email }: Invite) => {
    const text = t`Its links stop working immediately.`;
    if (await confirm({ title: t`Revoke the invite of ${email}?`, text, action: t`Revoke invite`, isDanger: true }))
      await revoke.write(id, () => made?.id === id && setMade(undefined));
  };
  return (
    <>
      <InviteForm create={create} show={setMade} />
      <Problem text={create.problem ?? revoke.problem} />
      {made && <InviteLink key={made.id} invite={made} close={() => setMade(undefined)} />}
      <ListTable
        cursor={cursor}
        query={query}
        columns={[t`Invited`, t`Role`, t`Status`, t`By`, t`Expires`, ""]}
        empty={t`No invites yet.`}
      >
        {(invite) => (
          <InviteRow key={invite.id} invite={invite} revoke={() => void askToRevoke(invite)} busy={revoke.busy} />
        )}
      </ListTable>
    </>
  );
}

type Made = Awaited<ReturnType<typeof createInvite>>;
type FormProps = { create: Write<Parameters<typeof createInvite>[0], Made>; show: (made: Made) => void };

function InviteForm({ create: { write, busy }, show }: FormProps) {
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema: createInviteRequest,
    defaults: { email: "", role: "operator" },
    draft: "invite",
  });
  const submit = handleSubmit(async (invite) => {
    if (await write(invite, show)) clear();
  });
  const invalid = formState.errors.email?.message;
  return (
    <form className="filters" onSubmit={(event) => void submit(event)}>
      <input
        type="email"
        aria-label={t`Email to invite`}
        placeholder="name@example.com"
        required
        {...register("email")}
      />
      <RoleSelect aria-label={t`Role of the invited`} {...register("role")} />
      <button type="submit" disabled={busy}>{t`Invite`}</button>
      <Problem text={invalid && t`The email ${invalid}.`} />
    </form>
  );
}

type Invite = NonNullable<ReturnType<typeof useInvites>["data"]>["items"][number];

function InviteRow({ invite, revoke, busy }: { invite: Invite; revoke: () => void; busy: boolean }) {
  const { email, role, status, invitedBy, expiresAt } = invite;
  return (
    <tr aria-label={email}>
      <td>{email}</td>
      <td>{wordOf(role)}</td>
      <td>
        <Chip tone={STATUS_TONE[status]}>{wordOf(status)}</Chip>
      </td>
      <td className="faint">{invitedBy.email}</td>
      <td className="faint">
        <ExactTime at={expiresAt} />
      </td>
      <td>
        {status === "open" && (
          <button type="button" className="quiet" disabled={busy} onClick={revoke}>{t`Revoke`}</button>
        )}
      </td>
    </tr>
  );
}
