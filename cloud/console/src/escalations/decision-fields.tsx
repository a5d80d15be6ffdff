import type { EscalationDecision, ResolveEscalationRequest } from "@container-inspection/shared-schemas/escalations";
import { t } from "@lingui/core/macro";
import type { KeyboardEvent } from "react";
import type { UseFormRegister } from "react-hook-form";

const choices = (): { decision: EscalationDecision; name: string; meaning: string }[] => [
  { decision: "clear", name: t`Clear`, meaning: t`release it` },
  { decision: "hold", name: t`Hold`, meaning: t`keep it until another person clears it` },
  { decision: "inspect", name: t`Inspect`, meaning: t`open and examine it` },
];

type Props = {
  register: UseFormRegister<Partial<ResolveEscalationRequest> & { reason: string }>;
  isDisabled?: boolean;
  /** True if the caller may not clear this container. */
  isClearRefused?: boolean;
};

/** The choices of a decision and its reason, each with its key. */
export function DecisionFields({ register, isDisabled = false, isClearRefused = false }: Props) {
  return (
    <>
      <fieldset disabled={isDisabled}>
        <legend className="faint">{t`Decision`}</legend>
        {choices().map(({ decision, name, meaning }, index) => (
          <label key={decision} className={`choice choice-${decision}`} title={meaning}>
            <input
              type="radio"
              value={decision}
              required
              aria-keyshortcuts={String(index + 1)}
              {...register("decision")}
              disabled={decision === "clear" && isClearRefused}
            />
            <span>
              <strong>{name}</strong> <span className="faint">{meaning}</span>
            </span>
            <kbd aria-hidden="true">{index + 1}</kbd>
          </label>
        ))}
      </fieldset>
      <label className="faint">
        {t`Reason`}
        <textarea
          rows={3}
          maxLength={2_000}
          required
          aria-keyshortcuts="r"
          readOnly={isDisabled}
          onKeyDown={submitOnEnter}
          {...register("reason")}
        />
      </label>
    </>
  );
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
