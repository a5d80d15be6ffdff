import { useStore } from "../api/store.ts";
import { Dialog } from "../ui/dialog.tsx";
import { enableKeys, keysEnabled } from "../ui/use-keys.ts";

const KEYS = [
  ["j, k", "next, previous"],
  ["c", "claim"],
  ["u", "undo: release the claim"],
  ["1, 2, 3", "clear, hold, inspect"],
  ["r", "reason"],
  ["Ctrl+Enter", "submit the decision"],
  ["x", "select"],
  ["Ctrl+K", "go to a view or a container, or run an action of the page"],
  ["?", "this help"],
] as const;

/** The keys of the page, and the way to turn them off. */
export function KeyHelp({ close }: { close: () => void }) {
  const isOn = useStore(keysEnabled);
  return (
    <Dialog title="Keys" close={close}>
      <dl className="keys">
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input type="checkbox" checked={isOn} onChange={({ target }) => enableKeys(target.checked)} /> Single keys act
        on this page
      </label>
      <div className="dialog-actions">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </Dialog>
  );
}
