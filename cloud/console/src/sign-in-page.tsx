import { useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "react-router";
import { AccountForm } from "./accounts/account-form.tsx";
import { signIn } from "./api.ts";
import { textOf } from "./ui/text-of.ts";

export function SignInPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { hash } = useLocation();
  return (
    <AccountForm
      title="Container inspection"
      action="Sign in"
      problemBefore={refusalOf(hash)}
      send={async (form) => {
        await signIn(textOf(form, "email"), textOf(form, "password"));
        queries.clear();
        await navigate("/containers", { replace: true });
      }}
      footer={
        <>
          {hasGoogle() && (
            <a className="quiet button" href="/v1/user/auth/google">
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

/** Why a sign-in with Google led back here: the service's code, after the `#`. */
function refusalOf(hash: string): string | undefined {
  const code = new URLSearchParams(hash.slice(1)).get("error");
  if (code === null) return undefined;
  if (code === "INVITE_REQUIRED") return "There is no account or open invite for your Google address.";
  if (code === "SIGN_IN_PROVIDER_NOT_CONFIGURED") return "Sign-in with Google is not set up here.";
  return "The sign-in with Google did not succeed. Try it again.";
}
