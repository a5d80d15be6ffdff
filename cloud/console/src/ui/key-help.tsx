import { t } from "@lingui/core/macro";
import { Dialog } from "./dialog.tsx";
import { KeysSwitch } from "./keys-switch.tsx";

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

const listKeys = () => [
  ["j, k", t`next, previous`],
  ["x", t`select`],
];
const keysOf = {
  review: () => [...listKeys(), ...decisionKeys()],
  escalation: decisionKeys,
  passages: () => [
    ["j, k", t`next, previous`],
    ["1 … 9", t`name the container by a suggested number`],
  ],
  containers: () => [
    ...listKeys(),
    [t`Arrow keys`, t`to the row or card beside`],
    [t`Enter`, t`open the container`],
    ["j, k", t`on its page: the next one, the previous one of the list`],
  ],
};

/** A page with its own keys. */
export type PageWithKeys = keyof typeof keysOf;

type Props = { page: PageWithKeys; close: () => void };

/** The keys of the page, and the way to turn them off. */
export function KeyHelp({ page, close }: Props) {
  const keys = [...keysOf[page](), ...pageKeys()];
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
