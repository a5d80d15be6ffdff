import { createEdgeDeviceRequest } from "@container-inspection/shared-schemas";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { Problem } from "../ui/problem.tsx";
import type { NewDevice } from "./edge-devices-api.ts";

type Props = { make: (device: NewDevice) => Promise<boolean>; busy: boolean };

/** The name of a new device, and how its box receives its key. What was typed stays where the service refuses it. */
export function NewDeviceForm({ make, busy }: Props) {
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema: createEdgeDeviceRequest.omit({ note: true }),
    defaults: { name: "", credential: "join-code" },
    draft: "new device",
  });
  const submit = handleSubmit(async (device) => {
    if (await make(device)) clear();
  });
  const invalid = formState.errors.name?.message;
  return (
    <form className="page-head device-form" onSubmit={(event) => void submit(event)}>
      <input
        aria-label="Name of the new device"
        placeholder="Gate 1, lane 2"
        maxLength={100}
        required
        {...register("name")}
      />
      <select aria-label="How the box gets its key" {...register("credential")}>
        <option value="join-code">with a join code</option>
        <option value="key">with a key</option>
      </select>
      <button type="submit" disabled={busy}>
        Add device
      </button>
      <Problem text={invalid && `The name ${invalid}.`} />
    </form>
  );
}
