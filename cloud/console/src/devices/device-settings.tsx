import { createEdgeDeviceRequest, type EdgeDeviceDetail } from "@container-inspection/shared-schemas/edge-devices";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { z } from "zod";
import { useWrite } from "../api/use-write.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../ui/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { Problem } from "../ui/problem.tsx";
import { deleteEdgeDevice, updateEdgeDevice } from "./edge-devices-api.ts";

const schema = createEdgeDeviceRequest.pick({ name: true }).extend({ note: z.string().trim().max(500) });

/** Name and note of a device, and its deletion. */
export function DeviceSettings({ device }: { device: EdgeDeviceDetail }) {
  return (
    <section className="card" aria-label={t`Settings`}>
      <h2>{t`Settings`}</h2>
      <NameForm key={device.updatedAt} device={device} />
      <Deletion device={device} />
    </section>
  );
}

function NameForm({ device: { id, name, note } }: { device: EdgeDeviceDetail }) {
  const { write, busy, problem } = useWrite(updateEdgeDevice, ["devices"]);
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema,
    defaults: { name, note: note ?? "" },
    draft: `device ${id}`,
  });
  const submit = handleSubmit(async (typed) => {
    const changes = {
      ...(typed.name !== name && { name: typed.name }),
      ...(typed.note !== (note ?? "") && { note: typed.note || null }),
    };
    if (await write({ id, ...changes }, () => announce(t`Device changed`))) clear();
  });
  const { errors } = formState;
  return (
    <form className="stacked-form" onSubmit={(event) => void submit(event)}>
      <label>
        {t`Name`}
        <input maxLength={100} required {...register("name")} />
      </label>
      <label>
        {t`Note`}
        <textarea rows={2} maxLength={500} placeholder={t`Where it stands, who looks after it`} {...register("note")} />
      </label>
      <Problem text={problem ?? (errors.name?.message && t`The name ${errors.name.message}.`)} />
      <div>
        <button type="submit" disabled={busy}>{t`Save`}</button>
      </div>
    </form>
  );
}

function Deletion({ device: { id, name, source } }: { device: EdgeDeviceDetail }) {
  const navigate = useNavigate();
  const { write, busy, problem } = useWrite(deleteEdgeDevice, ["devices"]);
  const remove = async () => {
    const text =
      source === "shared-key"
        ? t`Its kept configuration is deleted. It is listed again with its next heartbeat.`
        : t`Its keys stop working immediately, and its kept configuration is deleted. Its records stay.`;
    if (!(await confirm({ title: t`Delete ${name}?`, text, action: t`Delete device`, isDanger: true }))) return;
    await write(id, () => void navigate({ to: "/devices", replace: true }));
  };
  return (
    <>
      <Problem text={problem} />
      <button type="button" className="quiet" disabled={busy} onClick={() => void remove()}>
        <Trans>Delete device</Trans>
      </button>
    </>
  );
}
