import { useState } from "react";
import { Problem } from "../ui/problem.tsx";

/** The most days that a replay goes back. */
export const MOST_DAYS = 90;

type Props = {
  label: string;
  usualDays: number;
  action: string;
  /** Classes of the button. */
  rank?: string;
  disabled: boolean;
  problem: string | undefined;
  run: (days: number) => void;
};

/** Asks over how many of the last days a replay goes, and starts it. */
export function ReplayForm({ label, usualDays, action, rank, disabled, problem, run }: Props) {
  const [days, setDays] = useState(String(usualDays));
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        run(Number(days));
      }}
    >
      <label>
        {label}{" "}
        <input
          type="number"
          required
          min={1}
          max={MOST_DAYS}
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
      </label>
      <button type="submit" className={rank} disabled={disabled}>
        {action}
      </button>
      <Problem text={problem} />
    </form>
  );
}
