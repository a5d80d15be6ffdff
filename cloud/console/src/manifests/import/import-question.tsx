import type { FileImport, ImportAnswers } from "@container-inspection/shared-schemas/manifest-imports";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { formatNumber } from "../../ui/format.ts";

type Props = { shown: FileImport; busy: boolean; answer: (answers: ImportAnswers) => void };
type Choice = { name: string; answers: ImportAnswers };

/** Asks for a fact that the file does not show. Without an answer nothing is read: no value is guessed. */
export function ImportQuestion({ shown: { question }, busy, answer }: Props) {
  const [chosen, setChosen] = useState<number>();
  if (!question) return null;
  const { about, examples } = question;
  const choices = about === "decimal-mark" ? markChoices(examples) : about === "weight-unit" ? unitChoices() : [];
  const answers = chosen === undefined ? undefined : choices[chosen]?.answers;
  return (
    <form
      className="card import-question"
      aria-label={t`Question`}
      onSubmit={(event) => (event.preventDefault(), answers && answer(answers))}
    >
      <fieldset>
        <legend>
          <Asked about={about} cells={examples} />
        </legend>
        {choices.map(({ name }, index) => (
          <label key={name}>
            <input type="radio" name="answer" checked={chosen === index} onChange={() => setChosen(index)} /> {name}
          </label>
        ))}
      </fieldset>
      {choices.length > 0 && (
        <button
          type="submit"
          className="primary"
          disabled={busy || answers === undefined}
        >{t`Read the file again`}</button>
      )}
    </form>
  );
}

function Asked({ about, cells }: { about: string; cells: readonly string[] }) {
  const list = cells.map((cell) => `“${cell}”`).join(", ");
  if (about === "decimal-mark") return <Trans>The file does not show which sign stands before decimals: {list}.</Trans>;
  if (about === "weight-unit")
    return <Trans>The weights name no unit and are too small for kilograms: {list}. Choose their unit.</Trans>;
  return (
    <Trans>
      No column is known to hold the bill of lading or the container number. Choose the column of at least one of them.
    </Trans>
  );
}

/** The two readings of a cell such as "21.500". */
function markChoices([cell = "1.200"]: readonly string[]): Choice[] {
  const digits = cell.replaceAll(/\D/g, "");
  const [groups, decimals] = cell.includes(".") ? (["comma", "point"] as const) : (["point", "comma"] as const);
  const [whole, part] = [
    formatNumber(Number(digits)),
    formatNumber(Number(`${digits.slice(0, -3)}.${digits.slice(-3)}`)),
  ];
  return [
    { name: t`“${cell}” is ${whole}: the sign groups thousands`, answers: { decimalMark: groups } },
    { name: t`“${cell}” is ${part}: the sign stands before decimals`, answers: { decimalMark: decimals } },
  ];
}

const unitChoices = (): Choice[] => [
  { name: t`Tonnes`, answers: { weightUnit: "tonnes" } },
  { name: t`Kilograms`, answers: { weightUnit: "kilograms" } },
  { name: t`Pounds`, answers: { weightUnit: "pounds" } },
];
