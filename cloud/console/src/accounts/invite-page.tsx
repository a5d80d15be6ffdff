import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { acceptInvite, useInvite } from "../api.ts";
import { AccountForm, AccountNotice, NewPasswordField } from "./account-form.tsx";
import { textOf } from "../ui/text-of.ts";
import { useLinkToken } from "./link-token.ts";

/** The page that an invite links to: the inviter, the role, and the choice of a password. */
export function InvitePage() {
  const token = useLinkToken();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: invite, error } = useInvite(token);
  if (token === undefined || error)
    return (
      <AccountNotice title="This invite cannot be used">{error?.message ?? "The link is incomplete."}</AccountNotice>
    );
  if (!invite) return null;

  return (
    <AccountForm
      title="Welcome"
      action="Create account"
      send={async (form) => {
        await acceptInvite(token, { name: textOf(form, "name"), password: textOf(form, "password") });
        queries.clear();
        await navigate("/containers", { replace: true });
      }}
    >
      <p>
        {invite.inviter} invites you as {invite.role}. You will sign in as <strong>{invite.email}</strong>.
      </p>
      <input type="hidden" name="username" autoComplete="username" value={invite.email} readOnly />
      <label>
        Your name
        <input name="name" autoComplete="name" maxLength={200} required autoFocus />
      </label>
      <NewPasswordField />
    </AccountForm>
  );
}
