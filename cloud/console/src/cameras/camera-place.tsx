import type { CameraPosition, CameraView } from "@container-inspection/shared-schemas/cameras";
import { placeName } from "@container-inspection/shared-schemas/place-name";
import type { CameraRegistration, TopologyPlan } from "@container-inspection/shared-schemas/topology";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { z } from "zod";
import { problemOf } from "../api/api-error.ts";
import { useWrite } from "../api/use-write.ts";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../ui/announcer.tsx";
import { Problem } from "../ui/problem.tsx";
import { ListSkeleton } from "../ui/skeleton.tsx";
import { saveRegistration, useRegistration } from "./camera-api.ts";
import { useTopology } from "./cameras-api.ts";
import { LaneSelect } from "./lane-select.tsx";

const positionNames = (): Record<CameraPosition, string> => ({
  front: t`front`,
  rear: t`rear`,
  left: t`left`,
  right: t`right`,
  top: t`top`,
  number: t`number`,
  xray: t`X-ray`,
  overview: t`overview`,
  other: t`other`,
});
const viewNames = (): Record<CameraView, string> => ({
  door: t`the front of the load, through the door`,
  top: t`the upper layer of the load`,
  exterior: t`no cargo`,
  "xray-full": t`the whole load, by X-ray`,
});
const registered = z.object({
  name: placeName.nullable(),
  laneId: z.string().nullable(),
  position: z.string().nullable(),
  view: z.string().nullable(),
});

type Registration = Pick<CameraRegistration, "name" | "position" | "view" | "laneId">;
const UNREGISTERED: Registration = { name: null, position: null, view: null, laneId: null };

/** The name, lane and position of a camera, for admins. */
export function CameraPlace({ cameraId }: { cameraId: string }) {
  const { data: registration, error } = useRegistration(cameraId);
  const { data: sites, error: noSites } = useTopology();
  // After saving, the form starts from the saved values.
  const [saves, setSaves] = useState(0);
  return (
    <section className="card" aria-label={t`Registration`}>
      <div className="card-head">
        <h2>{t`Registration`}</h2>
      </div>
      <Problem text={(error ?? noSites) ? problemOf(error ?? noSites) : undefined} />
      {!error && !noSites && (registration === undefined || !sites) && <ListSkeleton rows={2} />}
      {registration !== undefined && sites && (
        <PlaceForm
          key={saves}
          sites={sites}
          cameraId={cameraId}
          registration={registration ?? UNREGISTERED}
          etag={registration?.etag}
          onSaved={() => setSaves(saves + 1)}
        />
      )}
    </section>
  );
}

type FormProps = {
  cameraId: string;
  sites: TopologyPlan["sites"];
  registration: Registration;
  etag: string | undefined;
  onSaved: () => void;
};

function PlaceForm({ cameraId, sites, registration, etag, onSaved }: FormProps) {
  const { write, busy, problem } = useWrite(saveRegistration, ["registrations", "cameras", "topology"]);
  const [opened] = useState<Registration>(() => {
    const { name, position, view, laneId } = registration;
    return { name, position, view, laneId };
  });
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema: registered,
    defaults: opened,
    draft: `camera ${cameraId}`,
  });
  const submit = handleSubmit(async (values) => {
    // Sends only the fields changed here: another user may have changed the rest.
    const body = {
      ...values,
      position: keyOf(positionNames(), values.position),
      view: keyOf(viewNames(), values.view),
    };
    const changed = Object.fromEntries(
      Object.entries(body).filter(([key, value]) => Reflect.get(opened, key) !== value),
    );
    if (!(await write({ cameraId, etag, body: changed }))) return;
    clear();
    announce(t`Camera saved`);
    onSaved();
  });
  const field = (name: keyof Registration) => register(name, { setValueAs: (value: unknown) => value || null });
  const invalid = formState.errors.name?.message;
  return (
    <form className="camera-form" onSubmit={(event) => void submit(event)}>
      <label>
        {t`Name`} <input placeholder={cameraId} maxLength={100} {...field("name")} />
      </label>
      <label>
        {t`Lane`} <LaneSelect sites={sites} {...field("laneId")} />
      </label>
      <label>
        {t`Position`}{" "}
        <select {...field("position")}>
          <option value="">{t`not stated`}</option>
          <Options of={positionNames()} />
        </select>
      </label>
      <label>
        {t`Sees`}{" "}
        <select {...field("view")}>
          <option value="">{t`not stated`}</option>
          <Options of={viewNames()} />
        </select>
      </label>
      <Problem text={invalid ? t`The name ${invalid}.` : problem} />
      <button type="submit" disabled={busy}>{t`Save camera`}</button>
    </form>
  );
}

function keyOf<Key extends string>(names: Record<Key, string>, value: string | null): Key | null {
  const isKey = (key: string): key is Key => key in names;
  return value !== null && isKey(value) ? value : null;
}

const Options = ({ of }: { of: Record<string, string> }) =>
  Object.entries(of).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
