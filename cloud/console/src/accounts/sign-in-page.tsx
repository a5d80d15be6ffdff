import { t } from "@lingui/core/macro";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { readUserId } from "../api/me.ts";
import { reportSignedIn, sessionEnded } from "../api/session.ts";
import { useWrite } from "../api/use-write.ts";
import { keepReturnTo, placeOrHome } from "../shell/return-to.ts";
import { Problem } from "../ui/problem.tsx";
import { AccountForm, AccountNotice } from "./account-form.tsx";
import { useHashValue } from "./hash-value.ts";
import { hasPasskeys } from "./passkey.ts";
import { SecondStep } from "./second-step.tsx";
import { type PendingSignIn, signIn, signInWithPasskey } from "./sign-in-api.ts";

const route = getRouteApi("/sign-in");

/** Signs in, in two steps where the account has a second factor, and leads back to the place that asked for it. */
export function SignInPage() {
  const { to } = route.useSearch();
  const { history } = useRouter();
  const queries = useQueryClient();
  const problemBefore = refusalOf(useHashValue("error"));
  const [pending, setPending] = useState<PendingSignIn>();
  const arrive = async () => {
    reportSignedIn(await readUserId());
    queries.clear();
    sessionEnded.set(false);
    history.replace(`/app${placeOrHome(to)}`);
  };
  if (pending)
    return (
      <AccountNotice title={t`Second step`}>
        <SecondStep pending={pending} done={arrive} restart={() => setPending(undefined)} />
      </AccountNotice>
    );
  return (
    <AccountForm
      title={t`Container inspection`}
      action={t`Sign in`}
      problemBefore={problemBefore}
      send={async (field) => {
        const waiting = await signIn(field("email"), field("password"));
        await (waiting ? setPending(waiting) : arrive());
      }}
      footer={
        <>
          {hasPasskeys() && <PasskeyButton arrive={arrive} />}
          {hasGoogle() && (
            <a className="quiet button" href="/v1/user/auth/google" onClick={() => keepReturnTo(to)}>
              {t`Sign in with Google`}
            </a>
          )}
          <Link to="/reset-password">{t`Forgot your password?`}</Link>
        </>
      }
    >
      <label>
        {t`Email`}
        <input name="email" type="email" autoComplete="username" required autoFocus />
      </label>
      <label>
        {t`Password`}
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
    </AccountForm>
  );
}

/** Signs in without a password. */
function PasskeyButton({ arrive }: { arrive: () => Promise<void> }) {
  const { write, busy, problem } = useWrite(async () => {
    await signInWithPasskey();
    await arrive();
  });
  return (
    <>
      <button type="button" className="quiet" disabled={busy} onClick={() => void write()}>
        {t`Use a passkey`}
      </button>
      <Problem text={busy ? undefined : problem} />
    </>
  );
}

/** True where the service has written into the page that Google signs people in here. */
function hasGoogle(): boolean {
  return document.querySelector('meta[name="sign-in-with"]')?.getAttribute("content") === "google";
}

/** Returns why a sign-in with Google was refused, by the service's code; undefined without a code. */
function refusalOf(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  if (code === "INVITE_REQUIRED") return t`No account or open invite exists for your Google address.`;
  if (code === "SIGN_IN_PROVIDER_NOT_CONFIGURED") return t`Sign-in with Google is not set up here.`;
  return t`The sign-in with Google did not succeed. Try it again.`;
}
