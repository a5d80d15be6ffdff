import type { CameraDrift as Shown } from "@container-inspection/shared-schemas/camera-drift";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ExactTime } from "../ui/exact-time.tsx";
import { fixed, percent } from "../ui/format.ts";
import { Unread } from "../ui/skeleton.tsx";
import { useCameraDrift } from "./camera-api.ts";

type Measure = Shown["measures"][number];
type Picture = Shown["pictures"][number];

const levels = (value: number) => fixed(value, 0);
const decimals = (value: number) => fixed(value, 2);

/** Returns the display name and the value format of each measure. */
const measureNames = (): Record<string, { name: string; value: (value: number) => string }> => ({
  confidence: { name: t`Mean confidence`, value: decimals },
  unlike: { name: t`Pictures unlike those of the model's training`, value: percent },
  empty: { name: t`Nothing found, with motion`, value: percent },
  classes: { name: t`Distance of the class shares, 0 to 1`, value: decimals },
  missing: { name: t`Usual classes that are not found`, value: levels },
  sharpness: { name: t`Sharpness`, value: (value) => fixed(value, 1) },
  exposure: { name: t`Mean level, 0 to 255`, value: levels },
});

/** Differences between the last days of a camera and its reference, with pictures; renders nothing without drift. */
export function CameraDrift({ cameraId }: { cameraId: string }) {
  const { data: drift, isLoading } = useCameraDrift(cameraId);
  if (isLoading) return <Unread />;
  if (!drift) return null;
  const { model, reportedAt, measures, classes, pictures } = drift;
  return (
    <section className="card camera-drift" aria-label={t`Drift`}>
      <div className="card-head">
        <h2>{t`Differs from its reference`}</h2>
        <span className="faint push">
          <Trans>
            reported <ExactTime at={reportedAt} />
          </Trans>
        </span>
      </div>
      <p className="faint">
        {model.name
          ? t`Check the lens, the light and the view of the camera, and the model ${`${model.name} ${model.version}`}.`
          : t`Check the lens, the light and the view of the camera.`}{" "}
        <Trans>
          Then run <code>edge-agent camera learn {cameraId}</code> if the change is intended.
        </Trans>
      </p>
      <table>
        <thead>
          <tr>
            <th>{t`Measure`}</th>
            <th>{t`Usual`}</th>
            <th>{t`Now`}</th>
            <th>{t`Since`}</th>
          </tr>
        </thead>
        <tbody>
          {measures.map((measure) => (
            <MeasureRow key={measure.measure} measure={measure} />
          ))}
          {classes.map(({ className, reference, now }) => (
            <tr key={className}>
              <td className="faint">{t`Share of ${className}`}</td>
              <td>{percent(reference)}</td>
              <td>{percent(now)}</td>
              <td />
            </tr>
          ))}
        </tbody>
      </table>
      {pictures.length > 0 && (
        <div className="drift-pictures">
          {pictures.map((picture) => (
            <DriftPicture key={`${picture.shows} ${picture.takenAt}`} cameraId={cameraId} picture={picture} />
          ))}
        </div>
      )}
    </section>
  );
}

function MeasureRow({ measure: { measure, reference, now, since } }: { measure: Measure }) {
  const { name, value } = measureNames()[measure] ?? { name: measure, value: decimals };
  return (
    <tr>
      <td>{name}</td>
      <td>{value(reference)}</td>
      <td>{value(now)}</td>
      <td>{since}</td>
    </tr>
  );
}

function DriftPicture({ cameraId, picture: { shows, takenAt, image } }: { cameraId: string; picture: Picture }) {
  const label = shows === "now" ? t`now` : t`reference`;
  return (
    <figure>
      <img src={`data:image/jpeg;base64,${image}`} alt={t`Camera ${cameraId}, ${label}`} />
      <figcaption className="faint">
        {label}: <ExactTime at={takenAt} />
      </figcaption>
    </figure>
  );
}
