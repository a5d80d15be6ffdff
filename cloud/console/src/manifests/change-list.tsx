import { t } from "@lingui/core/macro";
import { Fragment } from "react";
import { Chip } from "../ui/chip.tsx";
import { type Change, type Difference, differencesOf, type LineDifference, lineDifferences } from "./differences.ts";
import { valuesIn } from "./inner-values.ts";
import { nameOf, readable } from "./manifest-fields.ts";

/** Differences made by a change, value by value; goods line by line. */
export function ChangeList({ changes }: { changes: Change[] }) {
  const goods = changes.find(({ field }) => field === "declaredGoods");
  const values = changes.filter(({ field }) => field !== "declaredGoods").flatMap(differencesOf);
  return (
    <>
      {values.length > 0 && <Differences differences={values} />}
      {goods && <GoodsDifferences before={goods.before} after={goods.after} />}
    </>
  );
}

const Differences = ({ differences }: { differences: Difference[] }) => (
  <dl className="changes">
    <dt />
    <dd className="faint small">{t`Before`}</dd>
    <dd className="faint small">{t`After`}</dd>
    {differences.map(({ path, before, after }) => (
      <Fragment key={path}>
        <dt>{nameOf(path)}</dt>
        <dd>{before === undefined ? "–" : <del>{before}</del>}</dd>
        <dd>{after === undefined ? "–" : <ins>{after}</ins>}</dd>
      </Fragment>
    ))}
  </dl>
);

/** Lists that were empty and are not stated now, or the other way round, differ in no line. */
function GoodsDifferences({ before, after }: { before: unknown; after: unknown }) {
  const lines = lineDifferences(before, after);
  if (lines.length === 0) return <p>{after === null ? t`The goods are no longer stated.` : t`Declared empty.`}</p>;
  return (
    <ul className="line-differences" aria-label={t`Goods`}>
      {lines.map((difference) => (
        <li key={`${difference.kind} ${difference.line}`}>
          <GoodsDifference difference={difference} />
        </li>
      ))}
    </ul>
  );
}

const TONE = { added: "good", removed: "bad", changed: "info" } as const;
const lineWords = (line: number) => ({
  added: t`line ${line} added`,
  removed: t`line ${line} removed`,
  changed: t`line ${line} changed`,
});

function GoodsDifference({ difference }: { difference: LineDifference }) {
  const { kind, line, item } = difference;
  const text = readable(valuesIn(item, "goods"))
    .map(([, value]) => value)
    .join(" · ");
  return (
    <>
      <p>
        <Chip tone={TONE[kind]}>{lineWords(line)[kind]}</Chip>{" "}
        {kind === "removed" ? <del>{text}</del> : kind === "added" ? <ins>{text}</ins> : <bdi>{text}</bdi>}
      </p>
      {difference.kind === "changed" && <Differences differences={difference.differences} />}
    </>
  );
}
