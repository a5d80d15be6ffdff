import type { SecondFactor } from "@container-inspection/shared-schemas/second-factors";
import { t } from "@lingui/core/macro";
import { useWrite } from "../api/use-write.ts";
import { announce } from "../ui/announcer.tsx";
import { AppDialog } from "./app-dialog.tsx";
import { addPasskey, removeFactor, renewRecoveryCodes } from "./factors-api.ts";
import { PasswordDialog } from "./password-dialog.tsx";
import { newRecoveryCodes } from "./recovery-codes.ts";

/** Dialog that the user has opened: adding a factor, new recovery codes, or removing a factor. */
export type Opened = "app" | "passkey" | "codes" | SecondFactor;

/** Leads through one change of the caller's second factors. */
export function FactorDialog({ opened, close }: { opened: Opened; close: () => void }) {
  const added = (codes: string[] | null) => {
    if (codes) newRecoveryCodes.set(codes);
    announce(t`Second factor added`);
    close();
  };
  if (opened === "app") return <AppDialog added={added} close={close} />;
  if (opened === "passkey") return <PasskeyDialog added={added} close={close} />;
  if (opened === "codes") return <CodesDialog close={close} />;
  return <RemoveDialog factor={opened} close={close} />;
}

const CHANGED = ["second-factors", "sessions", "me"] as const;
const othersEnd = () => t`Your sessions on other devices end.`;

function PasskeyDialog({ added, close }: { added: (codes: string[] | null) => void; close: () => void }) {
  const work = useWrite(addPasskey, CHANGED);
  return (
    <PasswordDialog
      title={t`Add a passkey`}
      action={t`Continue`}
      work={work}
      send={(field) =>
        void work.write({ name: field("name"), currentPassword: field("current") }, ({ recoveryCodes }) =>
          added(recoveryCodes),
        )
      }
      close={close}
    >
      <p className="faint">
        {t`Your browser asks for it next: a security key, or the lock of this device.`} {othersEnd()}
      </p>
      <label>
        {t`Name`}
        <input name="name" required maxLength={100} defaultValue={t`Security key`} />
      </label>
    </PasswordDialog>
  );
}

function CodesDialog({ close }: { close: () => void }) {
  const work = useWrite(renewRecoveryCodes, CHANGED);
  return (
    <PasswordDialog
      title={t`New recovery codes`}
      action={t`Create codes`}
      work={work}
      send={(field) =>
        void work.write(field("current"), ({ recoveryCodes }) => {
          newRecoveryCodes.set(recoveryCodes);
          close();
        })
      }
      close={close}
    >
      <p className="faint">
        {t`The earlier codes stop working.`} {othersEnd()}
      </p>
    </PasswordDialog>
  );
}

function RemoveDialog({ factor: { id, name }, close }: { factor: SecondFactor; close: () => void }) {
  const work = useWrite(removeFactor, CHANGED);
  return (
    <PasswordDialog
      title={t`Remove ${name}?`}
      action={t`Remove`}
      isDanger
      work={work}
      send={(field) =>
        void work.write({ id, currentPassword: field("current") }, () => {
          announce(t`${name} removed`);
          close();
        })
      }
      close={close}
    >
      <p className="faint">
        {t`It no longer signs you in.`} {othersEnd()}
      </p>
    </PasswordDialog>
  );
}
