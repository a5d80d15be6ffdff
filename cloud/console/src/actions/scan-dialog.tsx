import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { scan as scanSchema, type Scan } from "@container-inspection/shared-schemas/scans";
import { t } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { z } from "zod";
import { ClassChips } from "../containers/class-chips.tsx";
import { announce } from "../ui/announcer.tsx";
import { PictureField } from "../ui/picture-field.tsx";
import { UploadProgress } from "../ui/upload-progress.tsx";
import { useUpload } from "../ui/use-upload.ts";
import { ActionDialog, type ActionProps } from "../ui/action-dialog.tsx";
import { CHANGED } from "../containers/containers-api.ts";

const KIND_NAMES = ["category", "defect", "illegal"] as const;
type Kind = (typeof KIND_NAMES)[number];
const kinds = (): Record<Kind, string> => ({
  category: t`Cargo: what is loaded, compared with the manifest`,
  defect: t`Defects of the container`,
  illegal: t`Illegal goods, on an X-ray picture`,
});

/** Frames are stored only when something was found on them; there are none of defects. */
const FRAME_KINDS = new Set<Kind>(["category", "illegal"]);

const read = (body: unknown) => successEnvelope(z.object({ scan: scanSchema })).parse(body).data.scan;

/** Scans a picture of the user: upload, analysis, result. */
export function ScanDialog({ container: { id, containerNumber }, close }: ActionProps) {
  const [kind, setKind] = useState<Kind>("category");
  const [isFrame, setIsFrame] = useState(false);
  const [picture, setPicture] = useState<File>();
  const [made, setMade] = useState<{ scan: Scan; isFrame: boolean }>();
  const { send, share, busy, problem } = useUpload<Scan>(CHANGED);
  const mayBeFrame = FRAME_KINDS.has(kind);
  const submit = () => {
    if (!picture) return;
    const asFrame = isFrame && mayBeFrame;
    const url = `/v1/containers/${id}/scans/${kind}${asFrame ? "/stream" : ""}`;
    void send({ url, picture, read }, (scan) => {
      setMade({ scan, isFrame: asFrame });
      announce(results()[scan.status]);
    });
  };
  return (
    <ActionDialog
      title={t`Scan a picture of ${containerNumber}`}
      action={made ? t`Scan another picture` : t({ context: "button", message: "Scan" })}
      isReady={picture !== undefined}
      {...{ submit, busy, problem, close }}
    >
      <fieldset disabled={busy}>
        <legend className="faint">{t`What to look for`}</legend>
        {KIND_NAMES.map((value) => (
          <label key={value}>
            <input type="radio" name="kind" value={value} checked={kind === value} onChange={() => setKind(value)} />
            {kinds()[value]}
          </label>
        ))}
      </fieldset>
      <PictureField label={t`Picture: JPEG, PNG, WebP or TIFF`} file={picture} choose={setPicture} isDisabled={busy} />
      {mayBeFrame && (
        <label className="check">
          <input
            type="checkbox"
            checked={isFrame}
            disabled={busy}
            onChange={({ target }) => setIsFrame(target.checked)}
          />
          {t`Store the picture only if something is found`}
        </label>
      )}
      <UploadProgress share={share} work={t`Analysing …`} />
      {made && !busy && <Result containerId={id} {...made} close={close} />}
    </ActionDialog>
  );
}

const results = (): Record<Scan["status"], string> => ({
  done: t`The picture is scanned.`,
  pending: t`The AI service is unavailable. The picture is stored, and its result follows by itself.`,
  failed: t`The picture could not be analysed.`,
});

type ResultProps = { containerId: string; scan: Scan; isFrame: boolean; close: () => void };

function Result({ containerId, scan, isFrame, close }: ResultProps) {
  const navigate = useNavigate();
  const isStored = !isFrame || scan.detections.length > 0;
  const show = () => {
    close();
    void navigate({ to: "/containers/$id", params: { id: containerId }, search: { scan: scan.id } });
  };
  return (
    <div className="action-result">
      <p>{isStored ? results()[scan.status] : t`Nothing was found. The picture is not stored.`}</p>
      {scan.status === "done" && isStored && <ClassChips summary={scan.summary} />}
      {isStored && <button type="button" className="quiet" onClick={show}>{t`Show scan`}</button>}
    </div>
  );
}
