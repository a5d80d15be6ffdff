import type { Detection, DetectionVerdict, Scan } from "@container-inspection/shared-schemas";
import { type ReactNode, useState } from "react";
import { classColour } from "../ui/class-colour.ts";
import { percent } from "../ui/format.ts";
import { imageUrl } from "./containers-api.ts";
import { DetectionTable } from "./detection-table.tsx";
import { ScanProvenance } from "./scan-provenance.tsx";

/**
 * The picture with what was found drawn over it; pointing at a row or an outline lights up its counterpart. Supervisors
 * give their verdicts here, unless it is only to be read.
 */
export function ScanPicture({ scan, readOnly = false }: { scan: Scan; readOnly?: boolean }) {
  const [lit, setLit] = useState<number>();
  const [outlines, setOutlines] = useState(true);
  return (
    <section className="card scan">
      {scan.image && (
        <Picture scan={scan} image={scan.image} outlines={outlines}>
          {scan.detections.map((detection, index) => (
            <Outline
              // Detections have no id and never change places within one scan.
              key={`${index}-${detection.className}`}
              detection={detection}
              verdict={scan.verdicts.find((verdict) => verdict.index === index)}
              lit={lit === index}
              onLight={(on) => setLit(on ? index : undefined)}
            />
          ))}
        </Picture>
      )}
      <div className="scan-legend">
        {scan.image && (
          <label className="faint">
            <input type="checkbox" checked={outlines} onChange={(event) => setOutlines(event.target.checked)} /> show
            outlines
          </label>
        )}
        <ScanProvenance provenance={scan.provenance} />
        <DetectionTable key={scan.id} scan={scan} readOnly={readOnly} lit={lit} onLight={setLit} />
      </div>
    </section>
  );
}

type PictureProps = { scan: Scan; image: NonNullable<Scan["image"]>; outlines: boolean; children: ReactNode };

function Picture({ scan, image: { width, height, deletedAt }, outlines, children }: PictureProps) {
  return (
    <div className="scan-picture" style={{ aspectRatio: `${width} / ${height}` }}>
      {deletedAt ? (
        <p className="scan-deleted">The picture was deleted after its retention period.</p>
      ) : (
        <img src={imageUrl(scan.container.id, scan.id)} alt={`Scan of container ${scan.container.containerNumber}`} />
      )}
      {outlines && (
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${scan.detections.length} detections`}>
          {children}
        </svg>
      )}
    </div>
  );
}

type OutlineProps = {
  detection: Detection;
  verdict: DetectionVerdict | undefined;
  lit: boolean;
  onLight: (on: boolean) => void;
};

function Outline({ detection, verdict, lit, onLight }: OutlineProps) {
  const { polygon, confidence } = detection;
  if (!polygon || polygon.x.length < 3) return null;
  const className = verdict?.className ?? detection.className;
  const colour = classColour(className ?? "");
  const points = polygon.x.map((x, index) => `${x},${polygon.y[index] ?? 0}`).join(" ");
  const second = verdict ? verdict.verdict : confidence === null ? "" : percent(confidence);
  return (
    <g
      className={`outline${lit ? " lit" : ""}${verdict?.verdict === "rejected" ? " rejected" : ""}`}
      onMouseEnter={() => onLight(true)}
      onMouseLeave={() => onLight(false)}
    >
      <polygon points={points} fill={colour} stroke={colour} vectorEffect="non-scaling-stroke" />
      <text x={middleOf(polygon.x)} y={middleOf(polygon.y)}>
        <tspan x={middleOf(polygon.x)}>{className}</tspan>
        <tspan x={middleOf(polygon.x)} dy="1.15em">
          {second}
        </tspan>
      </text>
    </g>
  );
}

const middleOf = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
