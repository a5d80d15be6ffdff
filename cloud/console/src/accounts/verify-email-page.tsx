import { useState } from "react";
import { Link } from "react-router";
import { verifyEmail } from "../api.ts";
import { AccountForm, AccountNotice } from "./account-form.tsx";
import { useLinkToken } from "./link-token.ts";

/** Confirms an address on a click only: programs that follow links in emails press no button. */
export function VerifyEmailPage() {
  const token = useLinkToken();
  const [done, setDone] = useState<string>();
  if (token === undefined)
    return <AccountNotice title="The link is incomplete">Open the link from the email again.</AccountNotice>;
  if (done !== undefined)
    return (
      <AccountNotice title={done}>
        <Link to="/containers">View containers</Link>
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
