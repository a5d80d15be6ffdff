import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { textOf } from "./accounts/account-form.tsx";
import { ApiError, signIn } from "./api.ts";

export function SignInPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { hash } = useLocation();
  const [problem, setProblem] = useState(() => refusalOf(hash));
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(undefined);
    try {
      await signIn(textOf(form, "email"), textOf(form, "password"));
      queries.clear();
      await navigate("/containers", { replace: true });
    } catch (error) {
      setProblem(error instanceof ApiError ? error.message : "The service does not answer. Is it running?");
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="sign-in">
      <form className="card" onSubmit={(event) => void submit(event)}>
        <img src="/app/favicon.svg" alt="" width="48" height="48" />
        <h1>Container inspection</h1>
        <label>
          Email
          <input name="email" type="email" autoComplete="username" required autoFocus />
        </label>
        <label>
          Password
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <button type="submit" disabled={busy}>
          {busy ? "Signing in …" : "Sign in"}
        </button>
        <Link to="/reset-password">Forgot your password?</Link>
      </form>
    </div>
  );
}

/** Why a sign-in with Google led back here: the service's code, after the `#`. */
function refusalOf(hash: string): string | undefined {
  const code = new URLSearchParams(hash.slice(1)).get("error");
  if (code === null) return undefined;
  if (code === "INVITE_REQUIRED") return "There is no account or open invite for your Google address.";
  if (code === "SIGN_IN_PROVIDER_NOT_CONFIGURED") return "Sign-in with Google is not set up here.";
  return "The sign-in with Google did not succeed. Try it again.";
}
