import { useEffect, useRef, useState } from "preact/hooks";
import { api, type Picture } from "./api.ts";
import { classColour, formatDuration, formatPercent } from "./format.ts";
import { html } from "./parts.ts";
import { words } from "./words.ts";

const RETRY_MS = 1_000;

/** The newest picture of a camera, asked for only while the element is on the screen. */
function usePicture(id: string, element: { current: Element | null }): Picture | null {
  const [picture, setPicture] = useState<Picture | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    let isOnScreen = false;
    let wake: () => void = () => {};
    const observer = new IntersectionObserver((entries) => {
      isOnScreen = entries.at(-1)?.isIntersecting ?? false;
      wake();
    });
    if (element.current) observer.observe(element.current);
    const onVisibility = () => wake();
    document.addEventListener("visibilitychange", onVisibility);
    const isLookedAt = () => isOnScreen && document.visibilityState === "visible";
    const pause = (ms?: number) =>
      new Promise((resolve) => {
        wake = () => resolve(undefined);
        if (ms !== undefined) setTimeout(wake, ms);
      });
    const follow = async () => {
      let known = "";
      while (!ending.signal.aborted) {
        if (!isLookedAt()) {
          await pause();
          continue;
        }
        try {
          const reply = await api.picture(id, known, ending.signal);
          if (reply.picture) known = reply.picture.version;
          if (!ending.signal.aborted) setPicture(reply.picture);
        } catch {
          if (!ending.signal.aborted) await pause(RETRY_MS);
        }
      }
    };
    void follow();
    return () => {
      ending.abort();
      wake();
      observer.disconnect();
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [id]);
  return picture;
}

type LivePictureProps = {
  id: string;
  /** The width over the height of a picture that has not come yet. */
  shape: number;
  boxes?: boolean;
  isSearched: boolean;
  children?: unknown;
  reason?: string;
};

/** A camera's live picture with the boxes of its objects; `children` lie over it. */
export function LivePicture({ id, shape, boxes = true, isSearched, children, reason }: LivePictureProps) {
  const element = useRef<HTMLDivElement | null>(null);
  const picture = usePicture(id, element);
  const ratio = picture ? picture.widthPixels / picture.heightPixels : shape;
  return html`<div>
    <div class="picture" ref=${element} style=${{ aspectRatio: `${ratio}` }}>
      ${
        picture
          ? html`<img
              src="data:image/jpeg;base64,${picture.jpeg}"
              alt=${words.camera.watchAlt(id)}
              draggable=${false}
            />`
          : html`<p class="picture-note">${reason ?? words.camera.waiting}</p>`
      }
      ${picture && boxes && html`<${Boxes} picture=${picture} />`} ${children}
    </div>
    <p class="picture-foot" aria-live="off">
      ${picture ? `${isSearched ? `${describe(picture)} · ` : ""}${words.camera.age(formatDuration(picture.ageMs))}` : "\u00a0"}
    </p>
  </div>`;
}

function describe({ objects }: Picture) {
  if (objects.length === 0) return words.camera.seen(0);
  const counts = new Map<string, number>();
  for (const { className } of objects) counts.set(className, (counts.get(className) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(", ");
}

function Boxes({ picture: { widthPixels, heightPixels, objects } }: { picture: Picture }) {
  return html`<div class="boxes" aria-hidden="true">
    ${objects.map(({ className, confidence, box }, index) => {
      const style = {
        left: `${(100 * box.x1) / widthPixels}%`,
        top: `${(100 * box.y1) / heightPixels}%`,
        width: `${(100 * (box.x2 - box.x1)) / widthPixels}%`,
        height: `${(100 * (box.y2 - box.y1)) / heightPixels}%`,
        borderColor: classColour(className),
      };
      return html`<div key=${index} class="box" style=${style}>
        <span style=${{ background: classColour(className) }}>${className} ${formatPercent(confidence)}</span>
      </div>`;
    })}
  </div>`;
}
