import type { Scan } from "@container-inspection/shared-schemas";
import { type FormEvent, useId } from "react";
import { BUNDLED_CLASSES } from "../ui/class-colour.ts";
import { textOf } from "../ui/text-of.ts";

type Props = { scan: Scan; busy: boolean; correct: (className: string) => Promise<void>; cancel: () => void };

/** Asks what a detection really is; the classes that are known here are offered. */
export function CorrectionForm({ scan, busy, correct, cancel }: Props) {
  const listId = useId();
  const found = scan.detections.flatMap(({ className }) => className ?? []);
  const known = [...new Set(scan.type === "category" ? [...found, ...BUNDLED_CLASSES] : found)];
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void correct(textOf(new FormData(event.currentTarget), "className"));
  };
  return (
    <form className="correction" onSubmit={submit} onKeyDown={(event) => event.key === "Escape" && cancel()}>
      <input
        name="className"
        aria-label="What it really is"
        placeholder="what it really is"
        list={listId}
        maxLength={100}
        autoComplete="off"
        required
        autoFocus
      />
      <datalist id={listId}>
        {known.map((className) => (
          <option key={className} value={className} />
        ))}
      </datalist>
      <button type="submit" className="quiet mark" disabled={busy}>
        Save
      </button>
      <button type="button" className="quiet mark" onClick={cancel}>
        Cancel
      </button>
    </form>
  );
}
