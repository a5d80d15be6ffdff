import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { Passage, PassageSuggestion } from "@container-inspection/shared-schemas/passages";
import { t } from "@lingui/core/macro";
import { useDeferredValue, useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { NumberCheckChip } from "../containers/container-chips.tsx";
import { announce } from "../ui/announcer.tsx";
import { Problem } from "../ui/problem.tsx";
import { offerUndo } from "../ui/undo.ts";
import { type Assignment, assign, useSuggestions } from "./passages-api.ts";

const CHANGED = ["passages", "container", "containers", "escalations"] as const;

const reasons = () =>
  ({
    recorded: t`records of it have this number`,
    near: t`similar to what was read`,
    neighbour: t`the vehicle beside it`,
    expected: t`a manifest waits for it`,
  }) satisfies Record<PassageSuggestion["reason"], string>;

type Props = { passage: Passage; onAssigned: () => void };

/** Names the container of a passage: by a number that is typed, or by one key for a suggested one. */
export function AssignForm({ passage, onAssigned }: Props) {
  const positions = passage.containers.flatMap((one) => one.position ?? []);
  const [position, setPosition] = useState<string>();
  const [typed, setTyped] = useState("");
  const part = useDeferredValue(typed.trim().slice(0, 20)) || undefined;
  const { data: suggestions } = useSuggestions(passage.id, part);
  const { submit, busy, problem } = useAssign(passage, position, onAssigned);
  return (
    <section className="card" aria-label={t`Name its container`}>
      <h3>{t`Name its container`}</h3>
      {positions.length > 1 && <Positions positions={positions} chosen={position} choose={setPosition} />}
      <ol className="suggestions">
        {suggestions?.map((one, index) => (
          <li key={one.containerNumber}>
            <button
              type="button"
              className="quiet"
              disabled={busy}
              aria-keyshortcuts={String(index + 1)}
              onClick={() => void submit(one.containerNumber)}
            >
              <kbd>{index + 1}</kbd> <span className="number">{one.containerNumber}</span>
            </button>{" "}
            <span className="faint small">{reasons()[one.reason]}</span>
          </li>
        ))}
      </ol>
      <TypedNumber typed={typed} setTyped={setTyped} busy={busy} submit={submit} />
      <Problem text={problem} />
    </section>
  );
}

type TypedProps = {
  typed: string;
  setTyped: (text: string) => void;
  busy: boolean;
  submit: (containerNumber: string) => Promise<unknown>;
};

function TypedNumber({ typed, setTyped, busy, submit }: TypedProps) {
  const number = parseContainerNumber(typed);
  return (
    <form
      className="type-number"
      onSubmit={(event) => {
        event.preventDefault();
        if (number) void submit(number.text);
      }}
    >
      <label className="faint">
        {t`Container number`}
        <input
          className="number"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          required
          autoComplete="off"
          autoCapitalize="characters"
        />
      </label>
      <button type="submit" disabled={busy || !number}>{t`Name it`}</button>
      <span role="status">{number && <NumberCheckChip check={number.check} />}</span>
    </form>
  );
}

type PositionsProps = { positions: string[]; chosen: string | undefined; choose: (one: string | undefined) => void };

/** The choice between several containers on the vehicle, one of which is named. */
const Positions = ({ positions, chosen, choose }: PositionsProps) => (
  <div className="tabs" role="group" aria-label={t`Which container`}>
    {[undefined, ...positions].map((one) => (
      <button key={one ?? ""} type="button" aria-pressed={one === chosen} onClick={() => choose(one)}>
        {one ?? t`All`}
      </button>
    ))}
  </div>
);

/** Writes an assignment, and offers to undo it by another one. */
function useAssign(passage: Passage, position: string | undefined, onAssigned: () => void) {
  const { write, busy, problem } = useWrite(assign, CHANGED);
  const submit = (containerNumber: string) => {
    const assignment: Assignment = { id: passage.id, containerNumber, position };
    const before = passage.containers.filter((one) => position === undefined || one.position === position);
    return write(assignment, () => {
      announce(t`The vehicle is ${containerNumber}`);
      offerUndo({
        text: t`The vehicle is ${containerNumber}`,
        undo: async () => {
          for (const one of before) await assign(formerOf(passage, one, before.length));
        },
        groups: CHANGED,
      });
      onAssigned();
    });
  };
  return { submit, busy, problem };
}

/** The assignment that gives a container of a passage its former number again. */
function formerOf({ id }: Passage, one: Passage["containers"][number], count: number): Assignment {
  const position = count > 1 ? (one.position ?? undefined) : undefined;
  return { id, containerNumber: one.container.containerNumber, position };
}
