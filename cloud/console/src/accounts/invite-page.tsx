import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { problemOf } from "../api/api-error.ts";
import { readUserId } from "../api/me.ts";
import { reportSignedIn } from "../api/session.ts";
import { wordOf } from "../language/words.ts";
import { PageSkeleton } from "../ui/skeleton.tsx";
import { AccountForm, AccountNotice, NewPasswordField } from "./account-form.tsx";
import { acceptInvite, useInvite } from "./accounts-api.ts";
import { useHashValue } from "./hash-value.ts";

/** The page that an invite links to: the inviter, the role, and the choice of a password. */
export function InvitePage() {
  const token = useHashValue("token");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { data: invite, error } = useInvite(token);
  if (token === undefined || error)
    return (
      <AccountNotice title={t`This invite cannot be used`}>
        {error ? problemOf(error) : t`The link is incomplete.`}
      </AccountNotice>
    );
  if (!invite) return <PageSkeleton />;

  return (
    <AccountForm
      title={t`Welcome`}
      action={t`Create account`}
      send={async (field) => {
        await acceptInvite(token, { name: field("name"), password: field("password") });
        reportSignedIn(await readUserId());
        queries.clear();
        await navigate({ to: "/containers", replace: true });
      }}
    >
      <p>
        <Trans>
          {invite.inviter} invites you as {wordOf(invite.role)}. You will sign in as <strong>{invite.email}</strong>.
        </Trans>
      </p>
      <input type="hidden" name="username" autoComplete="username" value={invite.email} readOnly />
      <label>
        {t`Your name`}
        <input name="name" autoComplete="name" maxLength={200} required autoFocus />
      </label>
      <NewPasswordField />
    </AccountForm>
  );
}
