import htm from "htm";
import { h } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { RequestError } from "./api.ts";

export const html = htm.bind(h);

/** Rows of a name and a value; those without a value are left out. */
export function Facts({ rows }: { rows: [string, unknown][] }) {
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

/** A short state in the colour of its kind. */
export const Chip = ({ kind, children }: { kind: "good" | "caution" | "bad" | "plain"; children: unknown }) =>
  html`<span class="chip chip-${kind}">${children}</span>`;

type CardProps = { title: unknown; chip?: unknown; children: unknown; id?: string };

/** A section of the page with its title. */
export const Card = ({ title, chip, children, id }: CardProps) =>
  html`<section class="card" id=${id}>
    <header class="card-head">
      <h2>${title}</h2>
      ${chip}
    </header>
    ${children}
  </section>`;

/** Runs one action at a time and keeps what came of it. */
export function useAction() {
  const [state, setState] = useState({ isBusy: false, message: "", isError: false });
  /** Resolves when `act` has ended; its promise gives the sentence to show. */
  const run = async (act: () => Promise<string>) => {
    setState({ isBusy: true, message: "", isError: false });
    try {
      setState({ isBusy: false, message: await act(), isError: false });
    } catch (error) {
      const isKnown = error instanceof RequestError;
      setState({ isBusy: false, message: isKnown ? error.message : "", isError: isKnown });
      if (!isKnown) throw error;
    }
  };
  return { ...state, run };
}

/** The sentence that an action ended with. */
export const Outcome = ({ action }: { action: { message: string; isError: boolean } }) =>
  html`<p class=${action.isError ? "outcome bad" : "outcome"} role="status">${action.message}</p>`;

/** Calls `act` now and again after each pause, while the page is visible. */
export function usePolling(act: () => Promise<void>, pauseMs: number, inputs: unknown[]) {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    let isEnded = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
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
