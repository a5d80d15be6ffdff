import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { type DragEvent, useState } from "react";
import { useWrite } from "../../api/use-write.ts";
import { Problem } from "../../ui/problem.tsx";
import { previewFile } from "./imports-api.ts";

/** Takes a file that is dropped or chosen, and leads to its preview. */
export function DropZone() {
  const { write, busy, problem } = useWrite(previewFile);
  const [isOver, setIsOver] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const navigate = useNavigate();
  const take = (files: FileList | null) => {
    const [file, ...others] = files ?? [];
    setRefusal(others.length > 0 ? t`Drop one file at a time.` : undefined);
    if (!file || others.length > 0 || busy) return;
    void write(file, ({ id }) => void navigate({ to: "/manifests/import", search: { file: id } }));
  };
  const over = (event: DragEvent, isNowOver: boolean) => {
    event.preventDefault();
    setIsOver(isNowOver);
  };
  return (
    <section
      className={`card drop-zone${isOver ? " over" : ""}`}
      aria-label={t`Drop zone`}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => (over(event, false), take(event.dataTransfer.files))}
    >
      <p>
        <strong>{t`Drop a file of manifests here`}</strong>
      </p>
      <label className="button primary">
        {t`Choose a file`}
        <input
          type="file"
          className="unseen"
          aria-label={t`File of manifests`}
          disabled={busy}
          onChange={({ target }) => (take(target.files), (target.value = ""))}
        />
      </label>
      {busy && <p role="status">{t`Sending the file …`}</p>}
      <Problem text={refusal ?? problem} />
      <p className="faint">
        <Trans>
          CSV or text in any encoding, XLSX, EDIFACT CUSCAR, a DCSA bill of lading or JSON, of up to 20 MB and 50,000
          rows. You see what each row becomes before anything is written.
        </Trans>
      </p>
    </section>
  );
}
