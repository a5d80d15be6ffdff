import type { CameraObjectCounts } from "@container-inspection/shared-schemas/tracking";
import { t } from "@lingui/core/macro";
import { type ReactNode, Suspense } from "react";
import { problemOf } from "../api/api-error.ts";
import { lazyPage } from "../ui/lazy-page.ts";
import { classColour } from "../ui/class-colour.ts";
import { Problem } from "../ui/problem.tsx";
import { useObjectCounts } from "./camera-api.ts";

const BarsWithTable = lazyPage(async () => (await import("../ui/bars-with-table.tsx")).BarsWithTable);

type Props = {
  cameraId: string;
  minutes: number;
  isHidden: (className: string) => boolean;
  /** The switches of the classes. */
  children: ReactNode;
};

/** Number of objects that a camera tracked over time, by class: bars, and a table of the maximum per bucket. */
export function ObjectsCard({ cameraId, minutes, isHidden, children }: Props) {
  const { data: counts, error } = useObjectCounts(cameraId, minutes);
  const isByHour = counts?.bucketSeconds === 3_600;
  return (
    <section className="card camera-objects" aria-label={t`Objects over time`}>
      <div className="card-head">
        <h2>{isByHour ? t`Objects per hour` : t`Objects per minute`}</h2>
      </div>
      <Problem text={error ? t`The counts cannot be updated: ${problemOf(error)}` : undefined} />
      {!counts && !error && <div className="skeleton plot" />}
      {counts && children}
      {counts && <Counts counts={counts} isByHour={isByHour} isHidden={isHidden} />}
    </section>
  );
}

type CountsProps = { counts: CameraObjectCounts; isByHour: boolean; isHidden: Props["isHidden"] };

function Counts({ counts, isByHour, isHidden }: CountsProps) {
  if (counts.items.length === 0) return <p className="faint">{t`Nothing was tracked in this time.`}</p>;
  const { startsMs, layers } = layersOf(counts);
  return (
    <Suspense fallback={<div className="skeleton plot" />}>
      <BarsWithTable
        label={isByHour ? t`Objects per hour, by class` : t`Objects per minute, by class`}
        startsMs={startsMs}
        layers={layers.filter(({ name }) => !isHidden(name))}
        heads={{ name: t`Class`, amount: isByHour ? t`Most per hour` : t`Most per minute` }}
        amountOf={(values) => Math.max(...values)}
      />
    </Suspense>
  );
}

/** A layer for each class, with a value for each bucket of the range. */
function layersOf({ timeRange, bucketSeconds, items }: CameraObjectCounts) {
  const startsMs: number[] = [];
  const [fromMs, toMs] = [Date.parse(timeRange.from), Date.parse(timeRange.to)];
  for (let startMs = fromMs; startMs <= toMs; startMs += bucketSeconds * 1_000) startsMs.push(startMs);
  const layers = [...Map.groupBy(items, ({ className }) => className)].map(([name, ofClass]) => {
    const counts = new Map(ofClass.map(({ at, objects }) => [Date.parse(at), objects]));
    return { name, colour: classColour(name), values: startsMs.map((startMs) => counts.get(startMs) ?? 0) };
  });
  return { startsMs, layers: layers.toSorted((one, other) => one.name.localeCompare(other.name)) };
}
