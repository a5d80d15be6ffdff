import type { RollOutDetail } from "@container-inspection/shared-schemas";
import { TimeAgo } from "../ui/time-ago.tsx";

type Counts = NonNullable<RollOutDetail["comparison"]>;

/** How a model differs from the one in use beside which it ran: over all devices, and of each. */
export function Comparison({ rollOut: { comparison, devices, stage } }: { rollOut: RollOutDetail }) {
  if (!comparison) return stage === "shadow" ? <p className="faint">No device has compared a picture yet.</p> : null;
  const compared = devices.flatMap(({ deviceId, name, comparison: counts }) =>
    counts ? [{ deviceId, name, counts }] : [],
  );
  return (
    <section aria-label="Comparison with the model in use">
      <Counted label="all devices" counts={comparison} />
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
    ? "no picture compared"
    : `same findings in ${number(picturesEqual)} of ${number(picturesCompared)} pictures (${percent(picturesEqual, picturesCompared)})`;

const asSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

function Counted({ label, counts }: { label: string; counts: Counts }) {
  const { activeVersion, activeMs, shadowMs, picturesSkipped, picturesFailed, since, until, classes } = counts;
  return (
    <>
      <p>
        <strong>{asSentence(describeEqual(counts))}</strong>
        {picturesSkipped > 0 && `, ${number(picturesSkipped)} skipped`}
        {picturesFailed > 0 && `, ${number(picturesFailed)} failed`}
        {activeMs !== null && shadowMs !== null && `; ${activeMs} ms per picture in use, ${shadowMs} ms new`}
        <span className="faint">
          {" "}
          compared with {activeVersion === null ? "several versions" : <bdi>{activeVersion}</bdi>}, first{" "}
          <TimeAgo at={since} />, last <TimeAgo at={until} />
        </span>
      </p>
      {classes.length > 0 && <Classes label={label} counts={counts} />}
    </>
  );
}

const Classes = ({ label, counts }: { label: string; counts: Counts }) => (
  <div className="list-table">
    <table aria-label={`Findings of ${label}`}>
      <thead>
        <tr>
          <th>Class</th>
          <th>Found by both</th>
          <th>Only by the model in use</th>
          <th>Only by the new model</th>
          <th>Confidence of the new model</th>
        </tr>
      </thead>
      <tbody>
        {counts.classes.map(({ className, both, onlyActive, onlyShadow, confidenceDifference }) => (
          <tr key={className} aria-label={className}>
            <td>
              <bdi>{className}</bdi>
            </td>
            <td>{number(both)}</td>
            <td>{number(onlyActive)}</td>
            <td>{number(onlyShadow)}</td>
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
      <td className="faint">other classes</td>
      <td>{number(both)}</td>
      <td>{number(onlyActive)}</td>
      <td>{number(onlyShadow)}</td>
      <td />
    </tr>
  );
}

const number = (value: number) => value.toLocaleString("en");
const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`;
const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
