import { AlertDialog } from "@base-ui/react/alert-dialog";
import { t } from "@lingui/core/macro";
import { useStore } from "../api/store.ts";
import { askedQuestion } from "./confirm.ts";

/** Shows the question of `confirm`. */
export function ConfirmDialog() {
  const question = useStore(askedQuestion);
  return (
    <AlertDialog.Root open={question !== undefined} onOpenChange={(isOpen) => !isOpen && question?.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="card dialog">
          <AlertDialog.Title>{question?.title}</AlertDialog.Title>
          <AlertDialog.Description className="faint">{question?.text}</AlertDialog.Description>
          <div className="dialog-actions">
            <AlertDialog.Close className="quiet">{t`Cancel`}</AlertDialog.Close>
            <button
              type="button"
              className={question?.isDanger ? "danger" : "primary"}
              onClick={() => question?.answer(true)}
            >
              {question?.action}
            </button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
