import { t } from "@lingui/core/macro";
import { useContext } from "react";
import { OnPaper } from "../ui/on-paper.ts";

/** The grounds of a finding: the objects, pictures and rules it rests on; folded on a screen, whole on paper. */
export function Grounds({ text }: { text: string }) {
  if (useContext(OnPaper)) return <p className="faint small grounds">{text}</p>;
  return (
    <details className="faint small grounds">
      <summary>{t`Grounds`}</summary>
      <p>{text}</p>
    </details>
  );
}
