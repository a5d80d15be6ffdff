import type { Detection, Scan } from "@container-inspection/shared-schemas";
import { useState } from "react";
import { imageUrl } from "../api.ts";
import { classColour } from "../ui/class-colour.ts";
import { areaPercent, percent } from "../ui/format.ts";

/** The picture with what was found drawn over it; pointing at a row or an outline lights up its counterpart. */
export function ScanPicture({ scan }: { scan: Scan }) {
  const [lit, setLit] = useState<number>();
  const [outlines, setOutlines] = useState(true);
  if (!scan.image) return null;
  const { width, height } = scan.image;
  return (
    <section className="card scan">
      <div className="scan-picture" style={{ aspectRatio: `${width} / ${height}` }}>
        <img src={imageUrl(scan.container.id, scan.id)} alt={`Scan of container ${scan.container.containerNumber}`} />
        {outlines && (
          <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${scan.detections.length} things found`}>
            {scan.detections.map((detection, index) => (
              <Outline
                key={outlineKey(detection, index)}
                detection={detection}
                lit={lit === index}
                onLight={(on) => setLit(on ? index : undefined)}
              />
            ))}
          </svg>
        )}
      </div>
      <div className="scan-legend">
        <label className="faint">
          <input type="checkbox" checked={outlines} onChange={(event) => setOutlines(event.target.checked)} /> show
          outlines
        </label>
        <table>
          <thead>
            <tr>
              <th>Found</th>
              <th>Confidence</th>
              <th>Area</th>
            </tr>
          </thead>
          <tbody>
            {scan.detections.map((detection, index) => (
              <tr
                key={outlineKey(detection, index)}
                className={lit === index ? "lit" : undefined}
                onMouseEnter={() => setLit(index)}
                onMouseLeave={() => setLit(undefined)}
              >
                <td>
                  <i className="dot" style={{ background: classColour(detection.className ?? "") }} />
                  {detection.className ?? "unnamed"}
                </td>
                <td>{detection.confidence === null ? "–" : percent(detection.confidence)}</td>
                <td>{detection.areaPercentage === null ? "–" : areaPercent(detection.areaPercentage)}</td>
              </tr>
            ))}
            {scan.detections.length === 0 && (
              <tr>
                <td colSpan={3} className="faint">
                  Nothing found: the picture shows no load that the model knows.
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const outlineKey = (detection: Detection, index: number) => `${index}-${detection.className}`;

type OutlineProps = { detection: Detection; lit: boolean; onLight: (on: boolean) => void };

function Outline({ detection, lit, onLight }: OutlineProps) {
  const { polygon, className, confidence } = detection;
  if (!polygon || polygon.x.length < 3) return null;
  const colour = classColour(className ?? "");
  const points = polygon.x.map((x, index) => `${x},${polygon.y[index] ?? 0}`).join(" ");
  return (
    <g
      className={lit ? "outline lit" : "outline"}
      onMouseEnter={() => onLight(true)}
      onMouseLeave={() => onLight(false)}
    >
      <polygon points={points} fill={colour} stroke={colour} vectorEffect="non-scaling-stroke" />
      <text x={middleOf(polygon.x)} y={middleOf(polygon.y)}>
        <tspan x={middleOf(polygon.x)}>{className}</tspan>
        <tspan x={middleOf(polygon.x)} dy="1.15em">
          {confidence === null ? "" : percent(confidence)}
        </tspan>
      </text>
    </g>
  );
}

const middleOf = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
