import { useEffect, useRef, useState } from "preact/hooks";
import { api } from "./api.mjs";
import { classColour, formatDuration, formatPercent } from "./format.mjs";
import { html } from "./parts.mjs";
import { words } from "./words.mjs";

/** @typedef {import("./api.mjs").Picture} Picture */

const RETRY_MS = 1_000;

/**
 * The newest picture of a camera, asked for only while the element is on the screen.
 * @param {string} id
 * @param {{ current: Element | null }} element
 * @returns {Picture | null}
 */
function usePicture(id, element) {
  const [picture, setPicture] = useState(/** @type {Picture | null} */ (null));
  useEffect(() => {
    const ending = new AbortController();
    let isOnScreen = false;
    /** @type {() => void} */
    let wake = () => {};
    const observer = new IntersectionObserver((entries) => {
      isOnScreen = entries.some(({ isIntersecting }) => isIntersecting);
      wake();
    });
    if (element.current) observer.observe(element.current);
    const onVisibility = () => wake();
    document.addEventListener("visibilitychange", onVisibility);
    const isLookedAt = () => isOnScreen && document.visibilityState === "visible";
    /** @param {number} [ms] */
    const pause = (ms) =>
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

/**
 * A camera's live picture with the boxes of its objects; `children` lie over it.
 * @param {{ id: string, shape: number, boxes?: boolean, isSearched: boolean, children?: unknown, reason?: string }} props
 *   `shape` is the width over the height of a picture that has not come yet.
 */
export function LivePicture({ id, shape, boxes = true, isSearched, children, reason }) {
  const element = useRef(/** @type {HTMLDivElement | null} */ (null));
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

/** @param {Picture} picture */
function describe({ objects }) {
  if (objects.length === 0) return words.camera.seen(0);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { className } of objects) counts.set(className, (counts.get(className) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${count} × ${name}`).join(", ");
}

/** @param {{ picture: Picture }} props */
function Boxes({ picture: { widthPixels, heightPixels, objects } }) {
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
