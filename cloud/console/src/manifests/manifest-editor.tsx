import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useRouter } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { type Control, useWatch } from "react-hook-form";
import { useMe } from "../api/me.ts";
import { useWrite } from "../api/use-write.ts";
import { hasDraft } from "../forms/drafts.ts";
import { type SchemaForm, useSchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../ui/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { Problem } from "../ui/problem.tsx";
import { offerUndo } from "../ui/undo.ts";
import { ManifestFormFields } from "./manifest-form-fields.tsx";
import { formOf, formSchema, type ManifestForm, rebase } from "./manifest-form.ts";
import type { ManifestInput, Tagged } from "./manifests-api.ts";
import { lastMatchedChange, matchSentence } from "./match-change.tsx";
import { MatchPreview } from "./match-preview.tsx";
import { NewerVersion } from "./newer-version.tsx";
import { lastSavedDoubts } from "./saved-doubts.tsx";
import { saveManifest } from "./save-manifest.ts";

const CHANGED = ["manifests", "containers", "container", "escalations"] as const;

const discardQuestion = () => ({
  title: t`Discard your changes?`,
  text: t`What you entered here is deleted.`,
  action: t`Discard changes`,
  isDanger: true,
});

type Props = {
  /** The newest version; null for a new manifest. */
  newest: Tagged | null;
  containerNumber?: string | undefined;
};

/**
 * A form for all fields of a manifest. The input is stored with the version that it changes; if another user saves a
 * version during editing, the form shows it and never overwrites it silently.
 */
export function ManifestEditor({ newest, containerNumber }: Props) {
  const userId = useMe().data?.id ?? "";
  const draft = newest ? `manifest ${newest.data.id}` : "new manifest";
  const [isContinued] = useState(() => hasDraft(userId, draft));
  const defaults = useMemo(() => formOf(newest, containerNumber), [newest, containerNumber]);
  const form = useSchemaForm<ManifestForm, ManifestInput>({ schema: formSchema, defaults, draft, kept: "all" });
  const base = useBase(form.control);
  const router = useRouter();
  const { write, busy, problem } = useWrite(saveManifest, CHANGED);
  // A version that is being saved is no other user's.
  const isOutdated = !busy && base !== null && newest !== null && base.etag !== newest.etag;
  const leave = (id: string | undefined) => {
    form.clear();
    void (id === undefined
      ? router.navigate({ to: "/manifests" })
      : router.navigate({ to: "/manifests/$id", params: { id } }));
  };
  const discard = async () => {
    if (!hasDraft(userId, draft) || (await confirm(discardQuestion()))) leave(base?.data.id);
  };
  const submit = form.handleSubmit(async (request) => {
    const id = base?.data.id;
    if (id !== undefined && Object.keys(request).length === 0) return leave(id);
    await write({ base, request }, ({ manifest, change, undo }) => {
      lastMatchedChange.set(change);
      lastSavedDoubts.set({ manifestId: manifest.id, notUnderstood: manifest.notUnderstood });
      const text = t`Manifest saved.${change ? ` ${matchSentence(change)}` : ""}`;
      if (undo) offerUndo({ text, undo: () => undo().finally(forgetSaved), groups: CHANGED });
      announce(text);
      leave(manifest.id);
    });
  });
  return (
    <form className="manifest-form" onSubmit={(event) => void submit(event)} noValidate>
      {isContinued && <p className="faint" role="status">{t`You continue with changes that were not saved.`}</p>}
      <ManifestFormFields form={form} />
      {base?.data.containerId && <Comparing form={form} base={base} isOutdated={isOutdated} />}
      {isOutdated && <Newer form={form} base={base} newest={newest} />}
      <Problem text={isOutdated ? undefined : (problem ?? refusalOf(form))} />
      <div className="form-actions">
        <button type="submit" disabled={busy}>
          {busy ? t`Saving …` : base ? t`Save changes` : t`Create manifest`}
        </button>
        <button type="button" className="quiet" onClick={() => void discard()}>{t`Discard changes`}</button>
      </div>
    </form>
  );
}

function forgetSaved() {
  lastMatchedChange.set(undefined);
  lastSavedDoubts.set(undefined);
}

/** Effect of saving on the match, and the way to preview it. */
const Comparing = ({ form, base, isOutdated }: Omit<NewerProps, "newest"> & { isOutdated: boolean }) => (
  <>
    <p className="faint small">
      <Trans>
        Saving compares the manifest with what was seen in its container, and shows the match before and after. Critical
        findings that the change causes escalate the container.
      </Trans>
    </p>
    {!isOutdated && <MatchPreview form={form} base={base} />}
  </>
);

/** The version that the form changes. */
function useBase(control: Control<ManifestForm, unknown, ManifestInput>): Tagged | null {
  return useWatch({ control, name: "base" });
}

/** Returns the message for an invalid field that the form does not show; undefined if no field is invalid. */
function refusalOf({ formState }: SchemaForm<ManifestForm, ManifestInput>): string | undefined {
  return formState.errors.texts ? t`Correct the marked fields.` : undefined;
}

type NewerProps = { form: SchemaForm<ManifestForm, ManifestInput>; base: Tagged; newest: Tagged };

function Newer({ form, base, newest }: NewerProps) {
  const { form: rebased, conflicts } = rebase(form.getValues(), newest);
  const discard = async () => {
    if (await confirm(discardQuestion())) form.clear();
  };
  const apply = () => {
    form.reset(rebased);
    announce(t`Your changes are applied to the newer version. Check them, and save.`);
  };
  return (
    <NewerVersion
      base={base.data}
      newest={newest.data}
      conflicts={conflicts}
      apply={apply}
      discard={() => void discard()}
    />
  );
}
