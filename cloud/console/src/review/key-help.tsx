import { t } from "@lingui/core/macro";
import { useStore } from "../api/store.ts";
import { Dialog } from "../ui/dialog.tsx";
import { enableKeys, keysEnabled } from "../ui/use-keys.ts";

const keys = () =>
  [
    ["j, k", t`next, previous`],
    ["c", t`claim`],
    ["u", t`undo: release the claim`],
    ["1, 2, 3", t`clear, hold, inspect`],
    ["r", t`reason`],
    [t`Ctrl+Enter`, t`submit the decision`],
    ["x", t`select`],
    ["Ctrl+K", t`go to a view or a container, or run an action of the page`],
    ["?", t`this help`],
  ] as const;

/** The keys of the page, and the way to turn them off. */
export function KeyHelp({ close }: { close: () => void }) {
  const isOn = useStore(keysEnabled);
  return (
    <Dialog title={t({ context: "keyboard", message: "Keys" })} close={close}>
      <dl className="keys">
        {keys().map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input type="checkbox" checked={isOn} onChange={({ target }) => enableKeys(target.checked)} />{" "}
        {t`Single keys act on this page`}
      </label>
      <div className="dialog-actions">
        <button type="button" onClick={close}>{t`Close`}</button>
      </div>
    </Dialog>
  );
}
