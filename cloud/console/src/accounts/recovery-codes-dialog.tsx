import { t } from "@lingui/core/macro";
import { useStore } from "../api/store.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { newRecoveryCodes } from "./recovery-codes.ts";

/** Shows new recovery codes until the user has stored them: it closes by its own button only. */
export function RecoveryCodesDialog() {
  const codes = useStore(newRecoveryCodes);
  if (!codes) return null;
  return (
    <Dialog title={t`Store your recovery codes`}>
      <p>
        {t`Each of these codes signs you in once when your second factor is lost. Store them where your password is not. You will not see them again.`}
      </p>
      <ul className="recovery-codes" aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="dialog-actions">
        <CopyButton text={codes.join("\n")}>{t`Copy the codes`}</CopyButton>
        <button type="button" onClick={() => newRecoveryCodes.set(undefined)}>{t`I have stored them`}</button>
      </div>
    </Dialog>
  );
}
