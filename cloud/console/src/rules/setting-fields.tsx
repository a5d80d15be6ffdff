import type { RuleSet } from "@container-inspection/shared-schemas/rule-set";
import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { shownIn } from "./rule-settings.ts";
import { SettingEditor } from "./setting-editor.tsx";
import { type Field, SETTINGS } from "./setting-kinds.ts";
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

type Props = { rules: RuleSet; state: EditedSettingsState; isReadOnly: boolean };

/** Every setting as a sentence, a list of words or a table, group by group. */
export const SettingFields = (props: Props) =>
  settingGroups().map(([group, name]) => (
    <Group
      key={group}
      name={name}
      settings={SETTINGS.filter(({ path }) => path.startsWith(`${group}.`) || (group === "" && !path.includes(".")))}
      {...props}
    />
  ));

function Group({ name, settings, rules, state, isReadOnly }: Props & { name: string; settings: Field[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const changed = state.differences.filter(({ path }) => settings.some((setting) => setting.path === path)).length;
  // Sentences first: a table among them would part them.
  const isLarge = ({ kind }: Field) => kind === "words" || kind === "rows";
  const inOrder = [...settings.filter((one) => !isLarge(one)), ...settings.filter(isLarge)];
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
        <div className="settings">
          {inOrder.map((field) => (
            <SettingEditor
              key={field.path}
              field={field}
              shown={
                state.edited[field.path] === undefined ? shownIn(rules, field) : (state.edited[field.path] ?? null)
              }
              change={(shown) => state.edit(field.path, shown)}
              isReadOnly={isReadOnly}
            />
          ))}
        </div>
      )}
    </details>
  );
}
