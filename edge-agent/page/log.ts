import { useEffect, useRef, useState } from "preact/hooks";
import type { LogLine } from "../src/base/log-book.ts";
import { api } from "./api.ts";
import { formatTime } from "./format.ts";
import { html, usePolling } from "./parts.ts";
import { words } from "./words.ts";

const text = words.log;
const POLL_MS = 1_500;
const MAX_LINES = 500;
const LEVELS = ["debug", "info", "warn", "error"] as const;

/** The newest lines of the agent's log. */
export function LogView() {
  const [level, setLevel] = useState<LogLine["level"]>("info");
  const [isPaused, setPaused] = useState(false);
  const [lines, setLines] = useState<LogLine[]>([]);
  const newestId = useRef(0);
  useEffect(() => {
    newestId.current = 0;
    setLines([]);
  }, [level]);
  usePolling(
    async () => {
      if (isPaused) return;
      const from = newestId.current;
      const reply = await api.log(from, level).catch(() => ({ lines: [] }));
      const last = reply.lines.at(-1);
      // The level may have changed during the request.
      if (!last || newestId.current !== from) return;
      newestId.current = last.id;
      setLines((shown) => [...reply.lines.toReversed(), ...shown].slice(0, MAX_LINES));
    },
    POLL_MS,
    [level, isPaused],
  );
  return html`<section class="card">
    <div class="row">
      <label for="level">${text.level}</label>
      <select
        id="level"
        value=${level}
        onChange=${({ target }: Event) => {
          const chosen = LEVELS.find((one) => target instanceof HTMLSelectElement && one === target.value);
          if (chosen) setLevel(chosen);
        }}
      >
        ${LEVELS.map((one) => html`<option key=${one} value=${one}>${text.levels[one]}</option>`)}
      </select>
      <button type="button" onClick=${() => setPaused(!isPaused)}>${isPaused ? text.resume : text.pause}</button>
    </div>
    <p class="faint">${text.hint}</p>
    ${lines.length === 0 && html`<p>${text.empty}</p>`}
    <ol class="log">
      ${lines.map(
        (line) =>
          html`<li key=${line.id} class="log-${line.level}">
            <time datetime=${new Date(line.atMs).toISOString()}>${formatTime(line.atMs)}</time>
            <b>${text.names[line.level]}</b>
            <span>${line.message} <small>${line.details}</small></span>
          </li>`,
      )}
    </ol>
  </section>`;
}
