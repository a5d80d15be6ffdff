import type { Manifest } from "@container-inspection/shared-schemas";

/**
 * What the manifest declares. Inner values come as their senders wrote them, so each is shown only where it is text or
 * a number.
 */
export function DeclaredGoods({ manifest, isOneOfSeveral }: { manifest: Manifest; isOneOfSeveral: boolean }) {
  const goods = manifest.declaredGoods ?? [];
  return (
    <section className="card">
      <div className="card-head">
        <h2>{isOneOfSeveral && manifest.billOfLading ? `Manifest ${manifest.billOfLading}` : "Manifest"}</h2>
        <span className="chip">{manifest.status.toLowerCase()}</span>
      </div>
      <p className="faint">
        {[manifest.billOfLading, word(manifest.vessel?.["name"]), manifest.containerType].filter(Boolean).join(" · ")}
      </p>
      <table>
        <thead>
          <tr>
            <th>Line</th>
            <th>Declared goods</th>
            <th>HS code</th>
            <th>Quantity</th>
          </tr>
        </thead>
        <tbody>
          {goods.map((item, index) => (
            // Goods have no id and never change places within one manifest.
            <tr key={`${index} ${word(item["description"])}`}>
              <td>{index + 1}</td>
              <td>{word(item["description"]) ?? "–"}</td>
              <td>{word(item["hsCode"]) ?? "–"}</td>
              <td>{word(item["quantity"]) ?? word(item["numberOfPackages"]) ?? "–"}</td>
            </tr>
          ))}
          {goods.length === 0 && (
            <tr>
              <td colSpan={4} className="faint">
                {manifest.declaredGoods ? "Declared empty." : "The goods are not stated."}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

const word = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined);
