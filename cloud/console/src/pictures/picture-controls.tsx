import { t } from "@lingui/core/macro";
import { type RefObject, useEffect, useState } from "react";
import { classInLanguage } from "../language/in-language.ts";
import { classColour } from "../ui/class-colour.ts";
import type { Zoom } from "./use-zoom.ts";

/** Brightness and contrast in percent; 100 is the picture as it was taken. */
export type Light = { brightness: number; contrast: number };

type Props = {
  /** Element that is shown in full screen. */
  viewer: RefObject<HTMLElement | null>;
  zoom: Zoom;
  step: number;
  light: Light;
  setLight: (light: Light) => void;
  outlines: OutlinesProps;
  reset: () => void;
};

/** Controls below a picture. */
export function PictureControls({ viewer, zoom, step, light, setLight, outlines, reset }: Props) {
  return (
    <div className="picture-controls" role="group" aria-label={t`Picture controls`}>
      <span className="picture-buttons">
        <button type="button" className="quiet" aria-label={t`Zoom out`} onClick={() => zoom.zoomBy(1 / step)}>
          −
        </button>
        <span className="picture-zoom">{Math.round(100 * zoom.factor)} %</span>
        <button type="button" className="quiet" aria-label={t`Zoom in`} onClick={() => zoom.zoomBy(step)}>
          +
        </button>
        <button type="button" className="quiet" onClick={reset}>{t`Reset`}</button>
        <FullScreen viewer={viewer} />
      </span>
      {(["brightness", "contrast"] as const).map((name) => (
        <label key={name} className="faint">
          {name === "brightness" ? t`brightness` : t`contrast`}
          <input
            type="range"
            min={25}
            max={300}
            step={5}
            value={light[name]}
            aria-valuetext={`${light[name]} %`}
            onChange={({ target }) => setLight({ ...light, [name]: Number(target.value) })}
          />
        </label>
      ))}
      <ClassToggles {...outlines} />
    </div>
  );
}

/** Full-screen button; renders nothing if the browser shows no elements in full screen, as on an iPhone. */
function FullScreen({ viewer }: Pick<Props, "viewer">) {
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const note = () => setIsFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", note);
    return () => document.removeEventListener("fullscreenchange", note);
  }, []);
  if (!document.fullscreenEnabled) return null;
  const change = async () => {
    if (isFull) await document.exitFullscreen();
    else await viewer.current?.requestFullscreen();
  };
  return (
    <button type="button" className="quiet" onClick={() => void change()}>
      {isFull ? t`Exit full screen` : t`Full screen`}
    </button>
  );
}

type OutlinesProps = {
  isOutlined: boolean;
  setIsOutlined: (isOutlined: boolean) => void;
  classes: string[];
  hidden: ReadonlySet<string>;
  setHidden: (hidden: ReadonlySet<string>) => void;
};

/** Outlines as a whole, and class by class where there are several. */
function ClassToggles({ isOutlined, setIsOutlined, classes, hidden, setHidden }: OutlinesProps) {
  if (classes.length === 0) return null;
  const toggle = (className: string) => {
    const changed = new Set(hidden);
    if (!changed.delete(className)) changed.add(className);
    setHidden(changed);
  };
  return (
    <>
      <label className="faint">
        <input type="checkbox" checked={isOutlined} onChange={(event) => setIsOutlined(event.target.checked)} />
        {t`show outlines`}
      </label>
      {isOutlined && classes.length > 1 && (
        <span className="class-toggles" role="group" aria-label={t`Classes with outlines`}>
          {classes.map((className) => (
            <button
              key={className}
              type="button"
              className="chip"
              aria-pressed={!hidden.has(className)}
              onClick={() => toggle(className)}
            >
              <i className="dot" style={{ background: classColour(className) }} />
              {classInLanguage(className)}
            </button>
          ))}
        </span>
      )}
    </>
  );
}
