import { t } from "@lingui/core/macro";
import { type ChangeEvent, useId } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";
import type { Field } from "./manifest-fields.ts";

/** UN/ECE recommendation 20. */
const UNITS = {
  mass: { KGM: "kg", TNE: "t", LBR: "lb" },
  volume: { MTQ: "m³", FTQ: "ft³", LTR: "l" },
};

/** Binding of the value: to the form itself, or to the component that renders it. */
type Bound =
  | UseFormRegisterReturn
  | { value: string; onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void };
type Props = {
  field: Field;
  input: Bound;
  problem?: string | undefined;
  value?: string | undefined;
  isFocused?: boolean;
};

/** One value with its label, and why it is refused. */
export function FormField({ field: { path, label, kind }, input, problem, value, isFocused = false }: Props) {
  const problemId = useId();
  if (kind === "unit")
    return <UnitField label={label} isVolume={path.startsWith("volume")} input={input} value={value} />;
  return (
    <label className={path === "description" ? "wide" : undefined}>
      <span>{label}</span>
      <input
        {...input}
        autoComplete="off"
        autoFocus={isFocused}
        inputMode={kind === "number" ? "decimal" : "text"}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : problemId}
      />
      {problem !== undefined && (
        <span id={problemId} className="problem small">{t`The ${label.toLowerCase()} ${problem}.`}</span>
      )}
    </label>
  );
}

type UnitProps = { label: string; isVolume: boolean; input: Bound; value: string | undefined };

/** A unit that is none of the usual ones stays as its sender wrote it. */
function UnitField({ label, isVolume, input, value }: UnitProps) {
  const units: Record<string, string> = UNITS[isVolume ? "volume" : "mass"];
  return (
    <label>
      <span>{label}</span>
      <select {...input}>
        {value !== undefined && !(value in units) && <option value={value}>{value}</option>}
        {Object.entries(units).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
