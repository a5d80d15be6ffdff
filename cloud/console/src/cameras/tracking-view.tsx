import type { CameraTrackingSummary } from "@container-inspection/shared-schemas/tracking";
import { plural, t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { classInLanguage } from "../language/in-language.ts";
import { classColour } from "../ui/class-colour.ts";

const SMALLEST_PICTURE = { width: 640, height: 480 };
/** Objects seen within this time of the newest event are drawn as present, older ones as a fading trace. */
const PRESENT_MS = 2_000;
const TRACE_MS = 6_000;

/** The last boxes of the tracked objects, drawn where the camera sees them; it moves as new events come in. */
export function TrackingView({
  summary,
  children,
}: {
  summary: CameraTrackingSummary | undefined;
  children: ReactNode;
}) {
  const objects = summary?.activeObjects ?? [];
  const width = Math.max(SMALLEST_PICTURE.width, ...objects.map(({ lastBox }) => lastBox.x2));
  const height = Math.max(SMALLEST_PICTURE.height, ...objects.map(({ lastBox }) => lastBox.y2));
  const now = Date.parse(summary?.timeRange.to ?? "");
  const drawn = objects
    .map((object) => ({ ...object, ageMs: now - Date.parse(object.lastSeen) }))
    .filter(({ ageMs }) => ageMs < TRACE_MS)
    .reverse();
  const present = drawn.filter(({ ageMs }) => ageMs < PRESENT_MS).length;
  return (
    <section className="card">
      <div className="card-head">
        <h2>{t`Now`}</h2>
        <span className="faint">{plural(present, { one: "# object in view", other: "# objects in view" })}</span>
      </div>
      <svg
        className="tracking"
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={plural(present, { one: "# object in view", other: "# objects in view" })}
      >
        {drawn.map(({ trackingId, firstSeen, className, lastBox, ageMs }) => (
          <g
            key={`${trackingId} ${firstSeen}`}
            className="tracked"
            style={{
              opacity: ageMs < PRESENT_MS ? 1 : 0.35 * (1 - ageMs / TRACE_MS),
              transform: `translate(${lastBox.x1}px, ${lastBox.y1}px)`,
            }}
          >
            <rect
              width={lastBox.x2 - lastBox.x1}
              height={lastBox.y2 - lastBox.y1}
              rx="4"
              stroke={classColour(className)}
              fill={classColour(className)}
            />
            <text x="6" y="18">
              {classInLanguage(className)} #{trackingId}
            </text>
          </g>
        ))}
        {drawn.length === 0 && (
          <text className="tracking-empty" x={width / 2} y={height / 2}>{t`nothing in view`}</text>
        )}
      </svg>
      {children}
    </section>
  );
}
