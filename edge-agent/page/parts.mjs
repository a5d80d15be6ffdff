import htm from "htm";
import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { RequestError } from "./api.mjs";

export const html = htm.bind(h);

/** Rows of a name and a value; those without a value are left out. @param {{ rows: [string, unknown][] }} props */
export function Facts({ rows }) {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return html`<dl class="facts">
    ${shown.map(
      ([name, value]) =>
        html`<div key=${name}>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** @param {{ kind: "good" | "caution" | "bad" | "plain", children: unknown }} props */
export const Chip = ({ kind, children }) => html`<span class="chip chip-${kind}">${children}</span>`;

/** @param {{ title: unknown, chip?: unknown, children: unknown, id?: string }} props */
export const Card = ({ title, chip, children, id }) =>
  html`<section class="card" id=${id}>
    <header class="card-head">
      <h2>${title}</h2>
      ${chip}
    </header>
    ${children}
  </section>`;

/**
 * Runs one action at a time and keeps what came of it.
 * @returns {{ isBusy: boolean, message: string, isError: boolean, run: (act: () => Promise<string>) => Promise<void> }}
 */
export function useAction() {
  const [state, setState] = useState({ isBusy: false, message: "", isError: false });
  /** @param {() => Promise<string>} act resolves with the sentence to show */
  const run = async (act) => {
    setState({ isBusy: true, message: "", isError: false });
    try {
      setState({ isBusy: false, message: await act(), isError: false });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      setState({ isBusy: false, message: error.message, isError: true });
    }
  };
  return { ...state, run };
}

/** The sentence that an action ended with. @param {{ action: { message: string, isError: boolean } }} props */
export const Outcome = ({ action }) =>
  html`<p class=${action.isError ? "outcome bad" : "outcome"} role="status">${action.message}</p>`;

/**
 * Calls `act` now and again after each pause, while the page is visible.
 * @param {() => Promise<void>} act @param {number} pauseMs @param {unknown[]} inputs
 */
export function usePolling(act, pauseMs, inputs) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    let isEnded = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const step = async () => {
      if (document.visibilityState === "visible") await latest.current();
      if (!isEnded) timer = setTimeout(() => void step(), pauseMs);
    };
    void step();
    return () => {
      isEnded = true;
      clearTimeout(timer);
    };
  }, inputs);
}
