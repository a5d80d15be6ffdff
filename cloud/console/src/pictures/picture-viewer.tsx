import type { Scan } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { DrawingBar } from "../drawing/drawing-bar.tsx";
import { pressInDrawing } from "../drawing/press-in-drawing.ts";
import { type Drawing, useDrawing } from "../drawing/use-drawing.ts";
import { objectsOf } from "../drawing/objects.ts";
import { Outlines } from "./outlines.tsx";
import { type Light, PictureControls } from "./picture-controls.tsx";
import { PictureImage, type ScanImage } from "./picture-image.tsx";
import { type Box, useZoom, type Zoom } from "./use-zoom.ts";

const STEP = 1.4;
const MOVED = 0.15;
const AS_TAKEN: Light = { brightness: 100, contrast: 100 };
const NOTHING: ReadonlySet<string> = new Set();

type Props = {
  scan: Scan;
  image: ScanImage;
  isStill: boolean;
  /** True for users who may change detections. */
  isReviewer: boolean;
};

/**
 * The picture of a scan with its detections drawn over it; users can zoom, move, brighten and show or hide classes.
 * Their settings persist when another scan of the same place is shown. A still picture is read-only.
 */
export function PictureViewer({ scan, image, isStill, isReviewer }: Props) {
  const viewer = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const zoom = useZoom(frame, image, isStill);
  const [light, setLight] = useState(AS_TAKEN);
  const [isOutlined, setIsOutlined] = useState(true);
  const [hidden, setHidden] = useState(NOTHING);
  const showBox = useStable(zoom.showBox);
  const drawing = useDrawing(scan, image);
  const drawn = isReviewer && !isStill && isOutlined && scan.status === "done" ? drawing : undefined;
  const reset = () => {
    zoom.reset();
    setLight(AS_TAKEN);
    setHidden(NOTHING);
    setIsOutlined(true);
  };
  const classes = useMemo(() => [...new Set(objectsOf(scan).map(({ className }) => className))].toSorted(), [scan]);
  const filter = `brightness(${light.brightness}%) contrast(${light.contrast}%)`;
  return (
    <div ref={viewer} className="viewer">
      <div
        ref={frame}
        className={zoom.factor > 1 ? "scan-picture zoomed" : "scan-picture"}
        style={{ aspectRatio: `${image.width} / ${image.height}` }}
        {...(!isStill && frameControl(zoom, reset, drawn))}
      >
        <div className="stage">
          <div className="stage-picture" style={{ filter: light === AS_TAKEN ? undefined : filter }}>
            <PictureImage scan={scan} image={image} />
          </div>
          {isOutlined && (
            <Outlines {...{ scan, image, hidden }} showBox={isStill ? undefined : showBox} drawing={drawn} />
          )}
        </div>
      </div>
      {drawn && <DrawingBar scan={scan} drawing={drawn} frame={frame} />}
      {!isStill && (
        <PictureControls
          viewer={viewer}
          zoom={zoom}
          step={STEP}
          light={light}
          setLight={setLight}
          outlines={{ isOutlined, setIsOutlined, classes, hidden, setHidden }}
          reset={reset}
        />
      )}
    </div>
  );
}

/** The keys of the picture, while it has the focus. */
function frameControl({ zoomBy, moveBy }: Zoom, reset: () => void, drawing: Drawing | undefined) {
  const actions: Record<string, () => void> = {
    "+": () => zoomBy(STEP),
    "=": () => zoomBy(STEP),
    "-": () => zoomBy(1 / STEP),
    "0": reset,
    ArrowLeft: () => moveBy(-MOVED, 0),
    ArrowRight: () => moveBy(MOVED, 0),
    ArrowUp: () => moveBy(0, -MOVED),
    ArrowDown: () => moveBy(0, MOVED),
  };
  return {
    role: "group",
    tabIndex: 0,
    "aria-label": t`Picture: plus and minus zoom, arrows move, 0 resets`,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (drawing && pressInDrawing(drawing, event)) return;
      const action = event.ctrlKey || event.metaKey || event.altKey ? undefined : actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    },
  };
}

/** The same function at each rendering: outlines are drawn again only when they change. */
function useStable(showBox: (box: Box, isEnlarged: boolean) => void) {
  const newest = useRef(showBox);
  useEffect(() => {
    newest.current = showBox;
  });
  return useCallback((box: Box, isEnlarged: boolean) => newest.current(box, isEnlarged), []);
}
