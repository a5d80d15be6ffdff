import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { addEvidenceQuery, evidence, type Evidence } from "@container-inspection/shared-schemas/evidence";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../ui/announcer.tsx";
import { PictureField } from "../ui/picture-field.tsx";
import { Problem } from "../ui/problem.tsx";
import { UploadProgress } from "../ui/upload-progress.tsx";
import { useUpload } from "../ui/use-upload.ts";

const read = (body: unknown) => successEnvelope(evidence).parse(body).data;

/** Adds a photo of the user to the evidence of the current visit. */
export function AddPhoto({ containerId }: { containerId: string }) {
  const [picture, setPicture] = useState<File>();
  const [added, setAdded] = useState(0);
  const { register, handleSubmit, clear, formState } = useSchemaForm({
    schema: addEvidenceQuery,
    defaults: { note: "" },
    draft: `photo ${containerId}`,
  });
  const { send, share, busy, problem } = useUpload<Evidence>(["container"]);
  const submit = handleSubmit(async ({ note }) => {
    if (!picture) return;
    const query = new URLSearchParams(note ? { note } : {});
    await send({ url: `/v1/containers/${containerId}/evidence?${query.toString()}`, picture, read }, () => {
      clear();
      setPicture(undefined);
      setAdded(added + 1);
      announce(t`Photo added`);
    });
  });
  const invalid = formState.errors.note?.message;
  return (
    <section className="card">
      <h2>{t`Add photo`}</h2>
      <form className="decision" onSubmit={(event) => void submit(event)}>
        {/* The browser empties a file field only with a new element. */}
        <PictureField
          key={added}
          label={t`Photo: JPEG, PNG, WebP or TIFF`}
          file={picture}
          choose={setPicture}
          isDisabled={busy}
        />
        <label className="faint">
          {t`What it shows (optional)`}
          <input maxLength={1_000} autoComplete="off" {...register("note", { setValueAs: textOrNone })} />
        </label>
        <UploadProgress share={share} work={t`Storing …`} />
        <Problem text={problem ?? (invalid && t`The note ${invalid}.`)} />
        <button type="submit" disabled={busy || !picture}>{t`Add photo`}</button>
      </form>
    </section>
  );
}

const textOrNone = (text: string | undefined) => (text?.trim() ? text : undefined);
