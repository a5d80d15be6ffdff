import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Setup } from "../src/page/page-routes.ts";
import { api, RequestError, type Status } from "./api.ts";
import { CamerasView, CameraView } from "./cameras.ts";
import { LogView } from "./log.ts";
import { ModelsView } from "./models.ts";
import { html, usePolling } from "./parts.ts";
import { findProblems, type Problem, sentence } from "./problems.ts";
import { QueueView } from "./queue.ts";
import { SignIn } from "./sign-in.ts";
import { StationsView } from "./stations.ts";
import { words } from "./words.ts";

const STATUS_MS = 2_000;
const VIEWS = ["cameras", "stations", "models", "queue", "log"] as const;

/** The view and the camera that the address names. */
function usePlace() {
  const read = () => {
    const [view = "", id] = location.hash.replace(/^#\//, "").split("/");
    return { view: VIEWS.find((one) => one === view) ?? "cameras", id: id === undefined ? id : decodeURIComponent(id) };
  };
  const [place, setPlace] = useState(read);
  useEffect(() => {
    const follow = () => {
      setPlace(read());
      scrollTo(0, 0);
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return place;
}

/** The newest state of the agent, asked for again and again. */
function useAgent() {
  const [status, setStatus] = useState<Status | null>(null);
  const [setup, setSetup] = useState<Setup | null>(null);
  const [access, setAccess] = useState<"open" | "locked" | "silent">("open");
  const ask = async () => {
    try {
      const next = await api.status();
      if (!setup || next.startedAtMs !== status?.startedAtMs) setSetup(await api.setup());
      setStatus(next);
      setAccess("open");
    } catch (error) {
      setAccess(error instanceof RequestError && error.status === 401 ? "locked" : "silent");
    }
  };
  usePolling(ask, STATUS_MS, []);
  return { status, setup, access, ask };
}

function App() {
  const { status, setup, access, ask } = useAgent();
  const place = usePlace();
  const isOpen = access !== "locked" && status !== null && setup !== null;
  const problems = isOpen ? findProblems(status) : [];
  const device = isOpen ? setup.deviceId : words.title;
  useEffect(() => {
    document.title = problems.length > 0 ? `(${problems.length}) ${device}` : device;
  }, [problems.length, device]);
  const signOut = async () => {
    await api.signOut().catch(() => undefined);
    await ask();
  };
  return html`<div>
    <header class="top">
      <h1>${device}</h1>
      ${isOpen && html`<${Navigation} view=${place.view} />`}
      ${
        isOpen &&
        setup.isRemote &&
        html`<button type="button" class="sign-out" onClick=${() => void signOut()}>${words.signIn.out}</button>`
      }
    </header>
    <main>
      ${access === "silent" && html`<p class="banner bad" role="alert">${words.noAgent}</p>`}
      ${access === "locked" && html`<${SignIn} onSignedIn=${() => void ask()} />`}
      ${access === "open" && !isOpen && html`<p>${words.loading}</p>`}
      ${
        isOpen &&
        html`<${Problems} problems=${problems} isOpen=${place.view === "cameras" && place.id === undefined} />
          <${View} place=${place} status=${status} setup=${setup} />`
      }
    </main>
  </div>`;
}

const Navigation = ({ view }: { view: string }) =>
  html`<nav>
    ${VIEWS.map(
      (one) =>
        html`<a key=${one} href="#/${one}" aria-current=${one === view ? "page" : undefined}>${words.views[one]}</a>`,
    )}
  </nav>`;

type ViewProps = { place: ReturnType<typeof usePlace>; status: Status; setup: Setup };

function View({ place: { view, id }, status, setup }: ViewProps) {
  if (view === "stations") return html`<${StationsView} status=${status} setup=${setup} />`;
  if (view === "models") return html`<${ModelsView} status=${status} setup=${setup} />`;
  if (view === "queue") return html`<${QueueView} status=${status} />`;
  if (view === "log") return html`<${LogView} />`;
  if (id !== undefined) return html`<${CameraView} key=${id} id=${id} status=${status} setup=${setup} />`;
  return html`<${CamerasView} status=${status} setup=${setup} />`;
}

function Problems({ problems, isOpen }: { problems: Problem[]; isOpen: boolean }) {
  if (problems.length === 0) return html`<p class="banner good" role="status">${words.allWell}</p>`;
  return html`<details class="banner bad" open=${isOpen}>
    <summary>${words.problems(problems.length)}</summary>
    <ul>
      ${problems.map(
        ({ what, why, fix, place }) =>
          html`<li key=${what}>
            <a href="#/${place}">${what}</a>
            ${why && html`<span class="why">${sentence(why)}</span>`} ${fix && html`<span>${fix}</span>`}
          </li>`,
      )}
    </ul>
  </details>`;
}

const root = document.getElementById("root");
if (root) render(html`<${App} />`, root);
