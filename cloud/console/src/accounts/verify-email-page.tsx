import { useState } from "react";
import { Link } from "react-router";
import { verifyEmail } from "../api.ts";
import { AccountForm, AccountNotice } from "./account-form.tsx";
import { useLinkToken } from "./link-token.ts";

/** Confirms an address, when a person says so: programs that follow mailed links press no button. */
export function VerifyEmailPage() {
  const token = useLinkToken();
  const [done, setDone] = useState<string>();
  if (token === undefined)
    return <AccountNotice title="The link is not complete">Open it from the mail again.</AccountNotice>;
  if (done !== undefined)
    return (
      <AccountNotice title={done}>
        <Link to="/containers">To the containers</Link>
      </AccountNotice>
    );
  return (
    <AccountForm
      title="Confirm your email address"
      action="Confirm"
      send={async () => setDone((await verifyEmail(token)).message)}
    >
      <p>This shows that mail to the address reaches you.</p>
    </AccountForm>
  );
}
