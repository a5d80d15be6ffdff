import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Link } from "@tanstack/react-router";
import { AccountForm, AccountNotice, NewPasswordField } from "./account-form.tsx";
import { forgotPassword, resetPassword } from "./accounts-api.ts";
import { useHashValue } from "./hash-value.ts";

/** Sets a new password with a mailed link; without one, has the link mailed. */
export function ResetPasswordPage() {
  const token = useHashValue("token");
  const [done, setDone] = useState<string>();
  if (done !== undefined)
    return (
      <AccountNotice title={done}>
        {token !== undefined && (
          <p>{t`Passkeys and authenticator apps stay. Once you are signed in, remove each that you did not add on the page of your account.`}</p>
        )}
        <Link to="/sign-in">{t`Go to sign-in`}</Link>
      </AccountNotice>
    );
  if (token === undefined)
    return (
      <AccountForm
        title={t`Forgot your password?`}
        action={t`Mail me a link`}
        send={async (field) => setDone((await forgotPassword(field("email"))).message)}
      >
        <label>
          {t`Email`}
          <input name="email" type="email" autoComplete="username" required autoFocus />
        </label>
      </AccountForm>
    );
  return (
    <AccountForm
      title={t`Set a new password`}
      action={t`Set it`}
      send={async (field) => setDone((await resetPassword(token, field("password"))).message)}
    >
      <NewPasswordField />
    </AccountForm>
  );
}
