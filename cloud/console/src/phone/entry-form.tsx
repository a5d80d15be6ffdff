import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { announce } from "../ui/announcer.tsx";
import { confirm } from "../ui/confirm.ts";
import { Problem } from "../ui/problem.tsx";
import type { Entry } from "./entries.ts";
import { EscalateStep } from "./escalate-step.tsx";
import { NumberStep } from "./number-step.tsx";
import { PhotosStep } from "./photos-step.tsx";
import type { Draft } from "./use-draft.ts";

/** One entry, from the number to the button at the foot of the screen, within the reach of a thumb. */
export function EntryForm({ draft }: { draft: Draft }) {
  const [problem, setProblem] = useState<string>();
  const submit = async () => {
    const missing = missingIn(draft.entry);
    setProblem(missing);
    if (missing !== undefined || !(await isMeant(draft.entry))) return;
    await draft.send();
    announce(t`Saved on this phone`);
    window.scrollTo({ top: 0 });
  };
  return (
    <form
      className="phone-form"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <NumberStep {...draft} />
      <PhotosStep {...draft} />
      <EscalateStep {...draft} />
      <div className="phone-foot">
        <Problem text={problem} />
        <button type="submit" className="phone-send">{t`Send`}</button>
      </div>
    </form>
  );
}

function missingIn({ number, numberPhotoId, isEscalated, reason }: Entry): string | undefined {
  if (number.trim() === "" && numberPhotoId === undefined) return t`Photograph the number, or type it.`;
  if (number.trim() !== "" && !parseContainerNumber(number)) return t`This is not a container number.`;
  if (isEscalated && reason.trim() === "") return t`Give the reason for the escalation.`;
  return undefined;
}

/** Asks about a number that was probably misread. */
async function isMeant({ number }: Entry): Promise<boolean> {
  if (parseContainerNumber(number)?.check !== "bad-check-digit") return true;
  const text = t`The check digit of ${number} is wrong: one of its characters is probably wrong, too. Compare it with the container.`;
  return confirm({ title: t`Is the number right?`, text, action: t`Send as it is` });
}
