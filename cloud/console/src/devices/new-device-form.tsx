import { createEdgeDeviceRequest } from "@container-inspection/shared-schemas/edge-devices";
import { t } from "@lingui/core/macro";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { Problem } from "../ui/problem.tsx";
import type { NewDevice } from "./edge-devices-api.ts";

type Props = { make: (device: NewDevice) => Promise<boolean>; busy: boolean };

/** Form for the name of a new device and how its box receives its key. The input stays if the service rejects it. */
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
        aria-label={t`Name of the new device`}
        placeholder={t`Gate 1, lane 2`}
        maxLength={100}
        required
        {...register("name")}
      />
      <select aria-label={t`How the box gets its key`} {...register("credential")}>
        <option value="join-code">{t`with a join code`}</option>
        <option value="key">{t`with a key`}</option>
      </select>
      <button type="submit" disabled={busy}>{t`Add device`}</button>
      <Problem text={invalid && t`The name ${invalid}.`} />
    </form>
  );
}
