import { t } from "@lingui/core/macro";
import { wordOf } from "../language/words.ts";
import { percent } from "../ui/format.ts";
import { Unread } from "../ui/skeleton.tsx";
import { useRulePrecision } from "./rules-api.ts";

/** Precision of each rule by the examinations of the last year; nothing before the first one. */
export function RulePrecision() {
  const { data: rules = [], isPending } = useRulePrecision();
  if (isPending) return <Unread />;
  if (rules.length === 0) return null;
  return (
    <section className="card list-table">
      <table>
        <caption>{t`Findings that examinations confirmed, in the last year`}</caption>
        <thead>
          <tr>
            <th>{t`Rule`}</th>
            <th>{t`Examinations`}</th>
            <th>{t`Confirmed`}</th>
            <th>{t`Precision`}</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ rule, examined, confirmed }) => (
            <tr key={rule}>
              <td>{wordOf(rule.replaceAll("-", " "))}</td>
              <td>{examined}</td>
              <td>{confirmed}</td>
              <td>{percent(confirmed / examined)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
