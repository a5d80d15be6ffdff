import type { RollOutDetail } from "@container-inspection/shared-schemas/releases";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TimeAgo } from "../ui/time-ago.tsx";
import { areaPercent, fixed, formatNumber } from "../ui/format.ts";

type Counts = NonNullable<RollOutDetail["comparison"]>;

/** Differences between a model and the one in use beside which it ran: over all devices, and for each. */
export function Comparison({ rollOut: { comparison, devices, stage } }: { rollOut: RollOutDetail }) {
  if (!comparison)
    return stage === "shadow" ? <p className="faint">{t`No device has compared a picture yet.`}</p> : null;
  const compared = devices.flatMap(({ deviceId, name, comparison: counts }) =>
    counts ? [{ deviceId, name, counts }] : [],
  );
  return (
    <section aria-label={t`Comparison with the model in use`}>
      <Counted label={t`all devices`} counts={comparison} />
      {compared.length > 1 &&
        compared.map(({ deviceId, name, counts }) => (
          <details key={deviceId}>
            <summary className="faint">
              <bdi>{name}</bdi>: {describeEqual(counts)}
            </summary>
            <Counted label={name} counts={counts} />
          </details>
        ))}
    </section>
  );
}

const describeEqual = ({ picturesEqual, picturesCompared }: Counts) =>
  picturesCompared === 0
    ? t`no picture compared`
    : t`same findings in ${formatNumber(picturesEqual)} of ${formatNumber(picturesCompared)} pictures (${percent(picturesEqual, picturesCompared)})`;

const asSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function Counted({ label, counts }: { label: string; counts: Counts }) {
  const { activeVersion, activeMs, shadowMs, picturesSkipped, picturesFailed, since, until, classes } = counts;
  const version = activeVersion ?? t`several versions`;
  return (
    <>
      <p>
        <strong>{asSentence(describeEqual(counts))}</strong>
        {picturesSkipped > 0 && `, ${t`${formatNumber(picturesSkipped)} skipped`}`}
        {picturesFailed > 0 && `, ${t`${formatNumber(picturesFailed)} failed`}`}
        {activeMs !== null && shadowMs !== null && `; ${t`${activeMs} ms per picture in use, ${shadowMs} ms new`}`}{" "}
        <span className="faint">
          <Trans>
            compared with <bdi>{version}</bdi>, first <TimeAgo at={since} />, last <TimeAgo at={until} />
          </Trans>
        </span>
      </p>
      {classes.length > 0 && <Classes label={label} counts={counts} />}
    </>
  );
}

const Classes = ({ label, counts }: { label: string; counts: Counts }) => (
  <div className="list-table">
    <table aria-label={t`Findings of ${label}`}>
      <thead>
        <tr>
          <th>{t`Class`}</th>
          <th>{t`Found by both`}</th>
          <th>{t`Only by the model in use`}</th>
          <th>{t`Only by the new model`}</th>
          <th>{t`Confidence of the new model`}</th>
        </tr>
      </thead>
      <tbody>
        {counts.classes.map(({ className, both, onlyActive, onlyShadow, confidenceDifference }) => (
          <tr key={className} aria-label={className}>
            <td>
              <bdi>{className}</bdi>
            </td>
            <td>{formatNumber(both)}</td>
            <td>{formatNumber(onlyActive)}</td>
            <td>{formatNumber(onlyShadow)}</td>
            <td>{confidenceDifference !== null && signed(confidenceDifference)}</td>
          </tr>
        ))}
        <Rest counts={counts} />
      </tbody>
    </table>
  </div>
);

/** The classes that devices report in their totals only. */
function Rest({ counts }: { counts: Counts }) {
  const left = (of: "both" | "onlyActive" | "onlyShadow") =>
    counts[of] - counts.classes.reduce((sum, each) => sum + each[of], 0);
  const [both, onlyActive, onlyShadow] = [left("both"), left("onlyActive"), left("onlyShadow")];
  if (both + onlyActive + onlyShadow === 0) return null;
  return (
    <tr>
      <td className="faint">{t`other classes`}</td>
      <td>{formatNumber(both)}</td>
      <td>{formatNumber(onlyActive)}</td>
      <td>{formatNumber(onlyShadow)}</td>
      <td />
    </tr>
  );
}

const percent = (part: number, whole: number) => areaPercent((part / whole) * 100);
const signed = (value: number) => `${value < 0 ? "−" : "+"}${fixed(Math.abs(value), 2)}`;
