import { t } from "@lingui/core/macro";
import { Dialog } from "../ui/dialog.tsx";
import { KeysSwitch } from "../ui/keys-switch.tsx";

const decisionKeys = () => [
  ["c", t`claim`],
  ["u", t`undo: release the claim`],
  ["1, 2, 3", t`clear, hold, inspect`],
  ["r", t`reason`],
  [t`Ctrl+Enter`, t`submit the decision`],
];
const pageKeys = () => [
  ["Ctrl+K", t`go to a view or a container, or run an action of the page`],
  ["?", t`this help`],
];

type Props = {
  /** True where the escalation stands beside its queue. */
  hasQueue: boolean;
  close: () => void;
};

/** The keys of the page, and the way to turn them off. */
export function KeyHelp({ hasQueue, close }: Props) {
  const keys = hasQueue
    ? [["j, k", t`next, previous`], ...decisionKeys(), ["x", t`select`], ...pageKeys()]
    : [...decisionKeys(), ...pageKeys()];
  return (
    <Dialog title={t({ context: "keyboard", message: "Keys" })} close={close}>
      <dl className="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <KeysSwitch />
      <div className="dialog-actions">
        <button type="button" onClick={close}>{t`Close`}</button>
      </div>
    </Dialog>
  );
}
