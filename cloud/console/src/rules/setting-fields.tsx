import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { type Setting, SETTINGS, textOf } from "./rule-settings.ts";
import type { EditedSettingsState } from "./use-edited-settings.ts";

const settingGroups = () =>
  [
    ["goods", t`Goods`],
    ["alerts", t`Alerts`],
    ["weights", t`Weights`],
    ["containers", t`Containers`],
    ["dangerousGoods", t`Dangerous goods`],
    ["", t`Escalations and samples`],
  ] as const;
const MOST_LINES = 12;

type Props = { rules: RuleSet; state: EditedSettingsState; isReadOnly: boolean };

/** Every setting with its meaning, group by group. */
export const SettingFields = (props: Props) =>
  settingGroups().map(([group, name]) => (
    <Group
      key={group}
      name={name}
      settings={SETTINGS.filter(({ path }) => path.startsWith(`${group}.`) || (group === "" && !path.includes(".")))}
      {...props}
    />
  ));

function Group({ name, settings, rules, state, isReadOnly }: Props & { name: string; settings: Setting[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const changed = state.differences.filter(({ place }) => settings.some(({ path }) => path === place)).length;
  return (
    <details className="card" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>
        <strong>{name}</strong>{" "}
        <span className="faint small">
          {plural(settings.length, { one: "# setting", other: "# settings" })}
          {changed > 0 && `, ${plural(changed, { one: "# changed", other: "# changed" })}`}
        </span>
      </summary>
      {isOpen && (
        <div className="map-fields">
          {settings.map((setting) => (
            <Field
              key={setting.path}
              setting={setting}
              value={state.edited[setting.path] ?? textOf(setting, rules)}
              change={(text) => state.edit(setting.path, text)}
              isReadOnly={isReadOnly}
            />
          ))}
        </div>
      )}
    </details>
  );
}

type FieldProps = { setting: Setting; value: string; change: (text: string) => void; isReadOnly: boolean };

const Field = ({ setting: { path, meaning, kind }, value, change, isReadOnly }: FieldProps) => (
  <label className="words-field">
    <span>
      {path} <span className="faint small">{meaning}</span>
    </span>
    {kind === "number" ? (
      <input
        type="number"
        step="any"
        min={0}
        value={value}
        readOnly={isReadOnly}
        onChange={({ target }) => change(target.value)}
      />
    ) : (
      <textarea
        rows={Math.min(MOST_LINES, Math.max(2, value.split("\n").length))}
        spellCheck={false}
        value={value}
        readOnly={isReadOnly}
        onChange={({ target }) => change(target.value)}
      />
    )}
  </label>
);
