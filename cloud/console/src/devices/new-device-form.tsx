import type { FormEvent } from "react";
import { textOf } from "../ui/text-of.ts";

/** The name of a new device, and how its box receives its key. */
export function NewDeviceForm({ make }: { make: (name: string, credential: "key" | "join-code") => Promise<void> }) {
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const fields = new FormData(form);
    await make(textOf(fields, "name"), textOf(fields, "credential") === "key" ? "key" : "join-code");
    form.reset();
  };
  return (
    <form className="page-head device-form" onSubmit={(event) => void submit(event)}>
      <input name="name" aria-label="Name of the new device" placeholder="Gate 1, lane 2" maxLength={100} required />
      <select name="credential" aria-label="How the box gets its key">
        <option value="join-code">with a join code</option>
        <option value="key">with a key</option>
      </select>
      <button type="submit">Add device</button>
    </form>
  );
}
