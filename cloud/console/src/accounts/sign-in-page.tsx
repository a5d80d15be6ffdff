import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useQueryClient } from "@tanstack/react-query";
import { readUserId, signIn } from "../api/me.ts";
import { reportSignedIn, sessionEnded } from "../api/session.ts";
import { keepReturnTo, placeOrHome } from "../shell/return-to.ts";
import { AccountForm } from "./account-form.tsx";
import { useHashValue } from "./hash-value.ts";

const route = getRouteApi("/sign-in");

/** Signs in, and leads back to the place that asked for it. */
export function SignInPage() {
  const { to } = route.useSearch();
  const { history } = useRouter();
  const queries = useQueryClient();
  return (
    <AccountForm
      title="Container inspection"
      action="Sign in"
      problemBefore={refusalOf(useHashValue("error"))}
      send={async (field) => {
        await signIn(field("email"), field("password"));
        reportSignedIn(await readUserId());
        queries.clear();
        sessionEnded.set(false);
        history.replace(`/app${placeOrHome(to)}`);
      }}
      footer={
        <>
          {hasGoogle() && (
            <a className="quiet button" href="/v1/user/auth/google" onClick={() => keepReturnTo(to)}>
              Sign in with Google
            </a>
          )}
          <Link to="/reset-password">Forgot your password?</Link>
        </>
      }
    >
      <label>
        Email
        <input name="email" type="email" autoComplete="username" required autoFocus />
      </label>
      <label>
        Password
        <input name="password" type="password" autoComplete="current-password" required />
      </label>
    </AccountForm>
  );
}

/** True where the service has written into the page that Google signs people in here. */
function hasGoogle(): boolean {
  return document.querySelector('meta[name="sign-in-with"]')?.getAttribute("content") === "google";
}

/** Why a sign-in with Google led back here, by the service's code. */
function refusalOf(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  if (code === "INVITE_REQUIRED") return "There is no account or open invite for your Google address.";
  if (code === "SIGN_IN_PROVIDER_NOT_CONFIGURED") return "Sign-in with Google is not set up here.";
  return "The sign-in with Google did not succeed. Try it again.";
}
