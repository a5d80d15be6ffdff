import type { CameraObjectCounts } from "@container-inspection/shared-schemas/tracking";
import { t } from "@lingui/core/macro";
import { Suspense } from "react";
import { problemOf } from "../api/api-error.ts";
import { lazyPage } from "../ui/lazy-page.ts";
import { classColour } from "../ui/class-colour.ts";
import { Problem } from "../ui/problem.tsx";
import { useObjectCounts } from "./camera-api.ts";

const LinePlot = lazyPage(async () => (await import("../ui/line-plot.tsx")).LinePlot);

type Props = { cameraId: string; minutes: number; isHidden: (className: string) => boolean };

/** Number of objects that a camera tracked over time, by class: a plot, and a table of the maximum per bucket. */
export function ObjectsCard({ cameraId, minutes, isHidden }: Props) {
  const { data: counts, error } = useObjectCounts(cameraId, minutes);
  const isByHour = counts?.bucketSeconds === 3_600;
  return (
    <section className="card camera-objects" aria-label={t`Objects over time`}>
      <div className="card-head">
        <h2>{isByHour ? t`Objects per hour` : t`Objects per minute`}</h2>
      </div>
      <Problem text={error ? t`The counts cannot be updated: ${problemOf(error)}` : undefined} />
      {!counts && !error && <div className="skeleton plot" />}
      {counts && <Counts counts={counts} isByHour={isByHour} isHidden={isHidden} />}
    </section>
  );
}

type CountsProps = { counts: CameraObjectCounts; isByHour: boolean; isHidden: Props["isHidden"] };

function Counts({ counts, isByHour, isHidden }: CountsProps) {
  if (counts.items.length === 0) return <p className="faint">{t`Nothing was tracked in this time.`}</p>;
  const { startsMs, lines } = linesOf(counts);
  const shown = lines.filter(({ name }) => !isHidden(name));
  return (
    <div className="places">
      <Suspense fallback={<div className="skeleton plot" />}>
        <LinePlot
          label={isByHour ? t`Objects per hour, by class` : t`Objects per minute, by class`}
          startsMs={startsMs}
          lines={shown}
        />
      </Suspense>
      <table>
        <thead>
          <tr>
            <th>{t`Class`}</th>
            <th className="amount">{isByHour ? t`Most per hour` : t`Most per minute`}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, values, colour }) => (
            <tr key={name}>
              <td>
                <i className="dot" style={{ background: colour }} />
                {name}
              </td>
              <td className="amount">{Math.max(...values)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A line for each class, with a value for each bucket of the range. */
function linesOf({ timeRange, bucketSeconds, items }: CameraObjectCounts) {
  const startsMs: number[] = [];
  const [fromMs, toMs] = [Date.parse(timeRange.from), Date.parse(timeRange.to)];
  for (let startMs = fromMs; startMs <= toMs; startMs += bucketSeconds * 1_000) startsMs.push(startMs);
  const lines = [...Map.groupBy(items, ({ className }) => className)].map(([name, ofClass]) => {
    const counts = new Map(ofClass.map(({ at, objects }) => [Date.parse(at), objects]));
    return { name, colour: classColour(name), values: startsMs.map((startMs) => counts.get(startMs) ?? 0) };
  });
  return { startsMs, lines: lines.toSorted((one, other) => one.name.localeCompare(other.name)) };
}
