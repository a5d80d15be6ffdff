import { t } from "@lingui/core/macro";
import { useState } from "react";
import { Link } from "@tanstack/react-router";
import { AccountForm, AccountNotice } from "./account-form.tsx";
import { verifyEmail } from "./accounts-api.ts";
import { useHashValue } from "./hash-value.ts";

/** Confirms an address on a click only: programs that follow links in emails press no button. */
export function VerifyEmailPage() {
  const token = useHashValue("token");
  const [done, setDone] = useState<string>();
  if (token === undefined)
    return <AccountNotice title={t`The link is incomplete`}>{t`Open the link from the email again.`}</AccountNotice>;
  if (done !== undefined)
    return (
      <AccountNotice title={done}>
        <Link to="/containers">{t`View containers`}</Link>
      </AccountNotice>
    );
  return (
    <AccountForm
      title={t`Confirm your email address`}
      action={t`Confirm`}
      send={async () => setDone((await verifyEmail(token)).message)}
    >
      <p>{t`This shows that mail to the address reaches you.`}</p>
    </AccountForm>
  );
}
