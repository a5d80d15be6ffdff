import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { inLanguage } from "../language/in-language.ts";
import { wordOf } from "../language/words.ts";
import { Chip } from "../ui/chip.tsx";
import { ExactTime } from "../ui/exact-time.tsx";
import { probabilityOf } from "../ui/format.ts";
import { Grounds } from "./grounds.tsx";
import { keysOf, useLit } from "../ui/lit.ts";
import { LitButton } from "../ui/lit-button.tsx";

const TONE = { info: "neutral", warning: "caution", critical: "bad" } as const;

/** Findings, each with the declared and the seen cargo and its grounds. */
export function Findings({ findings }: { findings: MatchFinding[] }) {
  return (
    <ul className="findings">
      {findings.map((finding, index) => (
        // Findings have no id, and two may read alike.
        <Finding key={`${index} ${finding.rule}`} finding={finding} />
      ))}
    </ul>
  );
}

function Finding({ finding }: { finding: MatchFinding }) {
  const { severity, rule, message, probability, declared, observed, decided, grounds, phrases } = finding;
  const { isLit, lighting } = useLit(keysOf(finding));
  return (
    <li className={`finding finding-${severity}${isLit ? " lit" : ""}`} {...lighting}>
      <div className="finding-head">
        <Chip tone={TONE[severity]}>{wordOf(severity)}</Chip>
        <span className="faint">{wordOf(rule.replaceAll(/[-_]/g, " ").toLowerCase())}</span>
        {linesOf(finding).length > 0 && (
          <LitButton leadsTo=".declared.lit">{t`declared in ${linesOf(finding).join(", ")}`}</LitButton>
        )}
        {probability !== undefined && (
          <span className="faint push">
            <Trans>probability {probabilityOf(probability)}</Trans>
          </span>
        )}
      </div>
      <p>{inLanguage(message, phrases?.message)}</p>
      {(declared !== null || observed !== null) && (
        <dl>
          {declared !== null && (
            <>
              <dt>{t`declared`}</dt>
              <dd>{inLanguage(declared, phrases?.declared)}</dd>
            </>
          )}
          {observed !== null && (
            <>
              <dt>{t`seen`}</dt>
              <dd>{inLanguage(observed, phrases?.observed)}</dd>
            </>
          )}
        </dl>
      )}
      {decided && <Decided decided={decided} />}
      {grounds && <Grounds text={inLanguage(grounds, phrases?.grounds)} />}
    </li>
  );
}

/** The declared lines that a finding is about, such as "line 2". */
const linesOf = ({ lines = [], manifests }: MatchFinding): string[] =>
  [...new Set(manifests?.flatMap((paper) => paper.lines) ?? lines)].map((line) => t`line ${line}`);

/** The decision on a finding. */
function Decided({ decided: { escalationId, decision, by, at } }: { decided: NonNullable<MatchFinding["decided"]> }) {
  const who = by || t`a deleted user`;
  return (
    <p className="small">
      <Chip tone="info">{t`decided`}</Chip>{" "}
      <Trans>
        <Link to="/escalations/$id" params={{ id: escalationId }}>
          {wordOf(decision)}
        </Link>{" "}
        by {who}, <ExactTime at={at} />
      </Trans>
    </p>
  );
}
