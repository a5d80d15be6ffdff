import { t } from "@lingui/core/macro";
import { useStore } from "../api/store.ts";
import { enableKeys, keysEnabled } from "./use-keys.ts";

/** Turns the single keys of all pages off and on. */
export function KeysSwitch() {
  const isOn = useStore(keysEnabled);
  return (
    <label>
      <input type="checkbox" checked={isOn} onChange={({ target }) => enableKeys(target.checked)} />{" "}
      {t`Single keys act in lists, in Review and on escalations`}
    </label>
  );
}
