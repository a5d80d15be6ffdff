import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Manifest } from "@container-inspection/shared-schemas/manifests";
import { plural, t } from "@lingui/core/macro";
import { wordOf } from "../language/words.ts";
import { isShared, keysOf, lineKeys, useLit } from "../ui/lit.ts";
import { LitButton } from "../ui/lit-button.tsx";

type Props = {
  manifest: Manifest;
  isOneOfSeveral: boolean;
  /** Findings from the comparison with the pictures: a line leads to the findings that it explains. */
  findings?: readonly MatchFinding[] | undefined;
};

/**
 * Goods that the manifest declares. Inner values arrive as their senders wrote them, so each is shown only if it
 * is text or a number.
 */
export function DeclaredGoods({ manifest, isOneOfSeveral, findings = [] }: Props) {
  const goods = manifest.declaredGoods ?? [];
  return (
    <section className="card">
      <div className="card-head">
        <h2>{isOneOfSeveral && manifest.billOfLading ? t`Manifest ${manifest.billOfLading}` : t`Manifest`}</h2>
        <span className="chip">{wordOf(manifest.status.toLowerCase())}</span>
      </div>
      <p className="faint">
        {[manifest.billOfLading, word(manifest.vessel?.["name"]), manifest.containerType].filter(Boolean).join(" · ")}
      </p>
      <table>
        <thead>
          <tr>
            <th>{t`Line`}</th>
            <th>{t`Declared goods`}</th>
            <th>{t`HS code`}</th>
            <th>{t`Quantity`}</th>
          </tr>
        </thead>
        <tbody>
          {goods.map((item, index) => (
            // Goods have no id and never change places within one manifest.
            <DeclaredLine
              key={`${index} ${word(item["description"])}`}
              {...{ manifestId: manifest.id, line: index + 1, item, findings }}
            />
          ))}
          {goods.length === 0 && (
            <tr>
              <td colSpan={4} className="faint">
                {manifest.declaredGoods ? t`Declared empty.` : t`The goods are not stated.`}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

type LineProps = {
  manifestId: string;
  line: number;
  item: Record<string, unknown>;
  findings: readonly MatchFinding[];
};

function DeclaredLine({ manifestId, line, item, findings }: LineProps) {
  const keys = lineKeys(manifestId, line);
  const { isLit, lighting } = useLit(keys);
  const count = findings.filter((finding) => isShared(keysOf(finding), keys)).length;
  return (
    <tr className={isLit ? "declared lit" : "declared"} {...lighting}>
      <td>
        {count === 0 ? (
          line
        ) : (
          <LitButton
            leadsTo=".finding.lit"
            label={plural(count, { one: `Line ${line}: # finding`, other: `Line ${line}: # findings` })}
          >
            {line}
          </LitButton>
        )}
      </td>
      <td>{word(item["description"]) ?? "–"}</td>
      <td>{word(item["hsCode"]) ?? "–"}</td>
      <td>{word(item["quantity"]) ?? word(item["numberOfPackages"]) ?? "–"}</td>
    </tr>
  );
}

const word = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined);
