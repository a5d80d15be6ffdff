import { useState } from "react";
import { Link } from "react-router";
import { forgotPassword, resetPassword } from "../api.ts";
import { AccountForm, AccountNotice, NewPasswordField } from "./account-form.tsx";
import { textOf } from "../ui/text-of.ts";
import { useLinkToken } from "./link-token.ts";

/** Sets a new password with a mailed link; without one, has the link mailed. */
export function ResetPasswordPage() {
  const token = useLinkToken();
  const [done, setDone] = useState<string>();
  if (done !== undefined)
    return (
      <AccountNotice title={done}>
        <Link to="/sign-in">Go to sign-in</Link>
      </AccountNotice>
    );
  if (token === undefined)
    return (
      <AccountForm
        title="Forgot your password?"
        action="Mail me a link"
        send={async (form) => setDone((await forgotPassword(textOf(form, "email"))).message)}
      >
        <label>
          Email
          <input name="email" type="email" autoComplete="username" required autoFocus />
        </label>
      </AccountForm>
    );
  return (
    <AccountForm
      title="Set a new password"
      action="Set it"
      send={async (form) => setDone((await resetPassword(token, textOf(form, "password"))).message)}
    >
      <NewPasswordField />
    </AccountForm>
  );
}
