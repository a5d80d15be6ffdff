import { t } from "@lingui/core/macro";
import { useState } from "react";
import { COLOURS } from "./class-colour.ts";
import { type Layer, StackedBars } from "./stacked-bars.tsx";
import { useTimeFormat } from "./time-format.ts";

const START = { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" } as const;

type Props = {
  label: string;
  startsMs: number[];
  layers: Layer[];
  /** Heads of the table's columns: of the names, and of the amounts. */
  heads: { name: string; amount: string };
  /** The amount of a layer over the whole range. */
  amountOf: (values: number[]) => number;
};

/** Bars over time, and a table of the amounts: those of the range, or of the bar that is pointed at. */
export function BarsWithTable({ label, startsMs, layers, heads, amountOf }: Props) {
  const [index, point] = useState<number>();
  const format = useTimeFormat();
  const startMs = index === undefined ? undefined : startsMs[index];
  const amounts = layers.map(({ values }) => (index === undefined ? amountOf(values) : (values[index] ?? 0)));
  return (
    <div className="places">
      <StackedBars {...{ label, startsMs, layers, point }} />
      <table>
        <caption className="faint small">
          {startMs === undefined ? t`The whole range` : t`From ${format(new Date(startMs).toISOString(), START)}`}
        </caption>
        <thead>
          <tr>
            <th>{heads.name}</th>
            <th className="amount">{heads.amount}</th>
          </tr>
        </thead>
        <tbody>
          {layers.map(({ name, colour }, place) => (
            <tr key={name}>
              <td>
                <i className="dot" style={{ background: colour ?? COLOURS[place % COLOURS.length] }} />
                {name}
              </td>
              <td className="amount">{amounts[place]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
