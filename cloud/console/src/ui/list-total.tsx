import type { ListTotal } from "@container-inspection/shared-schemas/primitives";
import { t } from "@lingui/core/macro";
import { formatNumber } from "./format.ts";

type Props = {
  /** Undefined until the list is counted, and where the service cannot count it. */
  total: ListTotal | undefined;
  /** The word for what the list has, as it goes with a number. */
  nameOf: (count: number) => string;
};

/** Number of entries of a list: exact, or an estimate, which is marked as one on hover and for screen readers. */
export function TotalOf({ total, nameOf }: Props) {
  if (!total) return null;
  const { count, isExact } = total;
  const name = nameOf(count);
  if (isExact) return <span className="faint">{`${formatNumber(count)} ${name}`}</span>;
  const number = formatNumber(count);
  return (
    <span className="faint" title={t`About ${number}: the estimate of the database. A list this long is not counted.`}>
      <span aria-hidden>{`${shortTotal(total)} ${name}`}</span>
      <span className="unseen">{t`about ${number} ${name}`}</span>
    </span>
  );
}

/** A number as it fits beside a word: 1,234, or about 12 thousand or 1.2 million as "~12 k" and "~1.2 M". */
export function shortTotal({ count, isExact }: ListTotal): string {
  if (isExact) return formatNumber(count);
  if (count < 1_000) return `~${formatNumber(count)}`;
  const { unit, size } = count < 1_000_000 ? { unit: "k", size: 1_000 } : { unit: "M", size: 1_000_000 };
  return `~${formatNumber(count / size, { maximumFractionDigits: 1 })} ${unit}`;
}
