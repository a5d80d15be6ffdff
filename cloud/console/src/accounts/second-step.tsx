import { t } from "@lingui/core/macro";
import type { FormEvent } from "react";
import { useWrite } from "../api/use-write.ts";
import { Problem } from "../ui/problem.tsx";
import { hasPasskeys } from "./passkey.ts";
import { completeWithCode, completeWithPasskey, type PendingSignIn } from "./sign-in-api.ts";

type Props = {
  pending: PendingSignIn;
  /** Continues once the sign-in is complete. */
  done: () => Promise<void>;
  /** Leads back to the password. */
  restart: () => void;
};

/** The second step of a sign-in: a code of the authenticator app, a recovery code, or a passkey. */
export function SecondStep({ pending: { challenge, methods, passkey }, done, restart }: Props) {
  const byCode = useWrite(async (code: string) => {
    await completeWithCode(challenge, code);
    await done();
  });
  const byPasskey = useWrite(async (options: NonNullable<typeof passkey>) => {
    await completeWithPasskey(challenge, options);
    await done();
  });
  const busy = byCode.busy || byPasskey.busy;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get("code");
    void byCode.write(typeof code === "string" ? code : "");
  };
  return (
    <form className="stacked-form" onSubmit={submit}>
      <label>
        {methods.includes("totp") ? t`Code of your authenticator app, or a recovery code` : t`Recovery code`}
        <input name="code" autoComplete="one-time-code" required autoFocus autoCapitalize="none" spellCheck={false} />
      </label>
      <Problem text={busy ? undefined : (byCode.problem ?? byPasskey.problem)} />
      <button type="submit" disabled={busy}>{t`Continue`}</button>
      {passkey && hasPasskeys() && (
        <button type="button" className="quiet" disabled={busy} onClick={() => void byPasskey.write(passkey)}>
          {t`Use a passkey`}
        </button>
      )}
      <button type="button" className="quiet" disabled={busy} onClick={restart}>{t`Back to the password`}</button>
    </form>
  );
}
