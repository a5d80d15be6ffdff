import { t } from "@lingui/core/macro";
import { valuesIn } from "./inner-values.ts";
import { nameOf, readable } from "./manifest-fields.ts";

type Goods = Record<string, unknown>[] | null;
/** Values with their own columns. */
const COLUMNS = ["description", "hsCode", "numberOfPackages", "packageCode", "quantity"];

/** The lines of goods as their senders wrote them; values without a column are listed below the description. */
export function GoodsTable({ goods }: { goods: Goods }) {
  return (
    <section className="card list-table goods-table">
      <h2>{t`Goods`}</h2>
      {!goods?.length && <p className="faint">{goods ? t`Declared empty.` : t`The goods are not stated.`}</p>}
      {goods && goods.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>{t`Line`}</th>
              <th>{t`Description`}</th>
              <th>{t`HS code`}</th>
              <th>{t`Packages`}</th>
              <th>{t`Quantity`}</th>
            </tr>
          </thead>
          <tbody>
            {goods.map((item, index) => (
              // Goods have no id and never change places within one version.
              <GoodsLine key={index} line={index + 1} item={item} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function GoodsLine({ line, item }: { line: number; item: Record<string, unknown> }) {
  const values = readable(valuesIn(item, "goods"));
  const [description, hsCode, packages, packageCode, quantity] = COLUMNS.map(
    (column) => values.find(([path]) => path === `goods.${column}`)?.[1],
  );
  const others = values.filter(([path]) => !COLUMNS.includes(path.slice("goods.".length)));
  return (
    <tr>
      <td>{line}</td>
      <td>
        <bdi>{description ?? "–"}</bdi>
        {others.length > 0 && (
          <div className="faint small">
            <bdi>
              {others.map(([path, text]) => `${nameOf(path).replace(/^Goods: |^goods\./, "")} ${text}`).join(" · ")}
            </bdi>
          </div>
        )}
      </td>
      <OptionalCell label={t`HS code`} text={hsCode} />
      <OptionalCell label={t`Packages`} text={[packages, packageCode].filter(Boolean).join(" ") || undefined} />
      <OptionalCell label={t`Quantity`} text={quantity} />
    </tr>
  );
}

/** Labelled cell. On a narrow screen, cells are stacked, each with its label, and empty ones are left out. */
const OptionalCell = ({ label, text }: { label: string; text: string | undefined }) => (
  <td data-label={label} className={text === undefined ? "none" : undefined}>
    {text ?? "–"}
  </td>
);
