import type { Setup } from "../src/page/page-routes.ts";
import type { Status } from "./api.ts";
import { Card, Chip, Facts, html } from "./parts.ts";
import { words } from "./words.ts";

const text = words.model;

/** The models, whether each is in use, and the workers that run them. */
export function ModelsView({ status, setup }: { status: Status; setup: Setup }) {
  const { workers, ready, threadsPerWorker, waiting, restarts } = status.inference;
  if (status.models.length === 0) return html`<p class="notice">${text.none}</p>`;
  return html`<div class="grid">
    ${status.models.map((model) => {
      const chip =
        model.problem === null
          ? html`<${Chip} kind="good">${text.used}<//>`
          : html`<${Chip} kind="bad">${text.notUsed}<//>`;
      return html`<${Card} key=${model.id} title=${model.id} chip=${chip}>
        ${model.problem !== null && html`<p class="outcome bad">${model.problem}</p>`}
        <${Facts}
          rows=${[
            [text.model, `${model.name} ${model.version}`],
            [text.task, text.tasks[model.task]],
            [text.check, text.checks[model.check]],
            [text.speed, describeSpeed(model.id, status, setup)],
            [text.provider, model.executionProvider],
            [text.layout, model.layout],
            [text.input, `${model.inputWidthPixels} × ${model.inputHeightPixels}`],
            [text.classes, model.classNames.join(", ")],
          ]}
        />
      <//>`;
    })}
    <${Card} title=${text.workers}>
      <${Facts}
        rows=${[
          [text.workers, text.workersReady(ready, workers, threadsPerWorker)],
          [text.waiting, waiting],
          [text.restarts, restarts],
        ]}
      />
    <//>
  </div>`;
}

function describeSpeed(id: string, status: Status, setup: Setup) {
  const users = new Set(setup.stations.filter(({ model }) => model === id).map((station) => station.id));
  const measured = status.stations.flatMap(({ id: station, inferenceMs }) =>
    inferenceMs !== null && users.has(station) ? [text.speedAt(station, inferenceMs)] : [],
  );
  return measured.join(", ");
}
