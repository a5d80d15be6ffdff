import type { ManifestMatchPreview } from "@container-inspection/shared-schemas/manifest-match";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { useWatch } from "react-hook-form";
import { useWrite } from "../api/use-write.ts";
import type { SchemaForm } from "../forms/use-schema-form.ts";
import { announce } from "../ui/announcer.tsx";
import { Problem } from "../ui/problem.tsx";
import { type ManifestForm, requestOf } from "./manifest-form.ts";
import { type ManifestInput, previewMatch, type Tagged } from "./manifests-api.ts";
import { MatchComparison, previewSentence } from "./match-change.tsx";

type Props = { form: SchemaForm<ManifestForm, ManifestInput>; base: Tagged };
/** A preview with the changes that it is of. */
type Shown = ManifestMatchPreview & { of: string };

/** Compares the unsaved changes of a form with the seen cargo, by the service's rules. */
export function MatchPreview({ form, base }: Props) {
  const { write, busy, problem } = useWrite(previewMatch);
  const [shown, setShown] = useState<Shown>();
  useWatch({ control: form.control });
  const isCurrent = shown?.of === keyOf(requestOf(form.getValues()), base);
  const preview = form.handleSubmit(async (body) => {
    await write({ id: base.data.id, etag: base.etag, body }, (found) => {
      setShown({ ...found, of: keyOf(body, base) });
      const pair = pairOf(found);
      announce(pair ? previewSentence(pair) : nothingToCompare());
    });
  });
  const pair = isCurrent ? pairOf(shown) : undefined;
  return (
    <>
      <p>
        <button type="button" className="quiet" disabled={busy} onClick={() => void preview()}>
          {busy ? t`Comparing …` : t`Preview match`}
        </button>
      </p>
      <Problem text={problem} />
      {isCurrent && !pair && <p className="faint">{nothingToCompare()}</p>}
      {pair && (
        <MatchComparison
          title={t`Match with your changes`}
          change={pair}
          sentence={previewSentence(pair)}
          close={() => setShown(undefined)}
        />
      )}
    </>
  );
}

const nothingToCompare = () =>
  t`Nothing to compare: no picture of this container's current visit, or another container number.`;

const pairOf = ({ before, after }: ManifestMatchPreview) => (before && after ? { before, after } : undefined);

const keyOf = (request: ManifestInput, { etag }: Tagged) => JSON.stringify([request, etag]);
