import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { QRCodeSVG } from "qrcode.react";
import { type FormEvent, useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/problem.tsx";
import { addApp, startApp } from "./factors-api.ts";
import { PasswordDialog } from "./password-dialog.tsx";

type Started = Awaited<ReturnType<typeof startApp>>;
type Props = { added: (recoveryCodes: string[] | null) => void; close: () => void };

/** Sets up an authenticator app: the password, the QR code, and the first code of the app. */
export function AppDialog({ added, close }: Props) {
  const [started, setStarted] = useState<Started>();
  const start = useWrite(startApp);
  if (started) return <FirstCode started={started} added={added} close={close} />;
  return (
    <PasswordDialog
      title={t`Set up an authenticator app`}
      action={t`Continue`}
      work={start}
      send={(field) => void start.write(field("current"), setStarted)}
      close={close}
    >
      <p className="faint">{t`An app on your phone shows a new code every 30 seconds, also without a network.`}</p>
    </PasswordDialog>
  );
}

function FirstCode({ started: { enrolment, secret, uri }, added, close }: Props & { started: Started }) {
  const { write, busy, problem } = useWrite(addApp, ["second-factors", "sessions", "me"]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = new FormData(event.currentTarget).get("code");
    const sent = { enrolment, code: typeof code === "string" ? code : "" };
    void write(sent, ({ recoveryCodes }) => added(recoveryCodes));
  };
  return (
    <Dialog title={t`Scan this code with the app`} close={close}>
      <form className="stacked-form" onSubmit={submit}>
        <QRCodeSVG
          className="enrolment"
          value={uri}
          size={184}
          marginSize={2}
          title={t`QR code for the authenticator app`}
        />
        <p className="faint small">
          <Trans>
            Without a camera, enter this key:{" "}
            <code className="enrolment-key">{secret.match(/.{1,4}/g)?.join(" ")}</code>
          </Trans>
        </p>
        <label>
          {t`The code that the app shows`}
          <input name="code" inputMode="numeric" autoComplete="one-time-code" required autoFocus />
        </label>
        <Problem text={busy ? undefined : problem} />
        <div className="dialog-actions">
          <button type="button" className="quiet" onClick={close}>{t`Cancel`}</button>
          <button type="submit" disabled={busy}>{t`Add app`}</button>
        </div>
      </form>
    </Dialog>
  );
}
