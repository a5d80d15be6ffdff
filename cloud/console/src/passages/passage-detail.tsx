import type { Passage, PassageNeighbour } from "@container-inspection/shared-schemas/passages";
import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { ExactTime } from "../ui/exact-time.tsx";
import { AssignForm } from "./assign-form.tsx";
import { numbersOf, pictureUrl, shownNumber } from "./passage-parts.ts";

type Props = { passage: Passage; onAssigned: () => void };

/** One passage: its pictures side by side, the vehicles before and after it, and the numbers that it may have. */
export function PassageDetail({ passage, onAssigned }: Props) {
  const { firstAt, lane, deviceId, previous, next } = passage;
  return (
    <article className="review-detail" aria-label={t`Vehicle`}>
      <div className="page-head">
        <h2 className="number">{numbersOf(passage)}</h2>
        <span className="faint">
          <ExactTime at={firstAt} /> · <bdi>{lane?.name ?? deviceId}</bdi>
        </span>
      </div>
      <Pictures passage={passage} />
      <div className="split">
        <AssignForm passage={passage} onAssigned={onAssigned} />
        <section className="card">
          <h3>{t`In the same lane`}</h3>
          <Neighbour name={t`Before it`} neighbour={previous} />
          <Neighbour name={t`After it`} neighbour={next} />
          <Containers passage={passage} />
        </section>
      </div>
    </article>
  );
}

function Pictures({ passage: { pictures } }: { passage: Passage }) {
  if (pictures.length === 0) return <p className="faint">{t`Nothing was photographed of it.`}</p>;
  return (
    <ul className="photos passage-pictures">
      {pictures.map((picture) => (
        <li key={picture.id}>
          <a href={pictureUrl(picture, "full")} target="_blank" rel="noreferrer">
            <img src={pictureUrl(picture, "full")} alt={picture.cameraId ?? t`Picture`} loading="lazy" />
          </a>
          <p className="faint small">
            <bdi>{[picture.cameraId, picture.position].filter(Boolean).join(", ")}</bdi>{" "}
            <ExactTime at={picture.takenAt} />
          </p>
        </li>
      ))}
    </ul>
  );
}

function Neighbour({ name, neighbour }: { name: string; neighbour: PassageNeighbour | null }) {
  return (
    <p>
      <span className="faint">{name}:</span>{" "}
      {neighbour ? (
        <>
          <span className="number">{numbersOf(neighbour)}</span>{" "}
          <span className="faint small">
            <ExactTime at={neighbour.firstAt} />
          </span>
        </>
      ) : (
        t`none is known`
      )}
    </p>
  );
}

/** The containers that the passage is recorded under now, and who named them. */
function Containers({ passage: { containers } }: { passage: Passage }) {
  return (
    <ul className="plain-list">
      {containers.map(({ position, container, assigned }) => (
        <li key={position}>
          {position !== null && <bdi>{position}: </bdi>}
          <Link to="/containers/$id" params={{ id: container.id }} className="number">
            {shownNumber(container.containerNumber)}
          </Link>
          {assigned && <span className="faint small"> · {t`named by ${assigned.by.email}`}</span>}
        </li>
      ))}
    </ul>
  );
}
