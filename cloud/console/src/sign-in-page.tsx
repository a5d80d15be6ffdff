import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { ApiError, signIn } from "./api.ts";

export function SignInPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [problem, setProblem] = useState<string>();
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
      </form>
    </div>
  );
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}
