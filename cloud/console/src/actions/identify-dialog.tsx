import { type Container, identifyData } from "@container-inspection/shared-schemas/containers";
import { successEnvelope } from "@container-inspection/shared-schemas/errors";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { z } from "zod";
import { useIsSupervisor } from "../api/me.ts";
import { NumberCheckChip } from "../containers/container-chips.tsx";
import { announce } from "../ui/announcer.tsx";
import { percent } from "../ui/format.ts";
import { PictureField } from "../ui/picture-field.tsx";
import { UploadProgress } from "../ui/upload-progress.tsx";
import { useUpload } from "../ui/use-upload.ts";
import { ActionDialog, type ActionProps, type Proceed } from "../ui/action-dialog.tsx";
import { CHANGED } from "../containers/containers-api.ts";

type Identification = z.infer<typeof identifyData>;

const read = (body: unknown) => successEnvelope(identifyData).parse(body).data;

/** Reads the number on a picture, and leads on from there. */
export function IdentifyDialog({ container, close, proceed }: ActionProps) {
  const [picture, setPicture] = useState<File>();
  const [found, setFound] = useState<Identification>();
  const { send, share, busy, problem } = useUpload<Identification>(CHANGED);
  const submit = () => {
    if (!picture) return;
    void send({ url: "/v1/containers/identify", picture, read }, (identification) => {
      setFound(identification);
      announce(identification.containerNumber ?? t`No number could be read`);
    });
  };
  return (
    <ActionDialog
      title={t`Identify a container from a picture`}
      action={found ? t`Read another picture` : t`Read number`}
      isReady={picture !== undefined}
      {...{ submit, busy, problem, close }}
    >
      <p className="faint">
        {t`The number on the picture is read, and its container opened. A number that is not known yet gets a container of yours. The picture is not stored.`}
      </p>
      <PictureField label={t`Picture of the number`} file={picture} choose={setPicture} isDisabled={busy} />
      <UploadProgress share={share} work={t`Reading the number …`} />
      {found && !busy && <Found here={container} found={found} close={close} proceed={proceed} />}
    </ActionDialog>
  );
}

type FoundProps = { here: Container; found: Identification; close: () => void; proceed: Proceed };

function Found({ here, found: { containerNumber, numberCheck, confidence, container, ...rest }, ...on }: FoundProps) {
  const isSupervisor = useIsSupervisor();
  const navigate = useNavigate();
  const open = (id: string) => {
    on.close();
    void navigate({ to: "/containers/$id", params: { id } });
  };
  if (containerNumber === null) return <Unread here={here} {...rest} proceed={on.proceed} />;
  const isOther = container !== null && container.id !== here.id;
  return (
    <div className="action-result">
      <p>
        <strong className="number">{containerNumber}</strong>{" "}
        {confidence !== null && <span className="faint">{t`${percent(confidence)} certain`}</span>}{" "}
        {numberCheck && <NumberCheckChip check={numberCheck} />}
      </p>
      {container?.id === here.id && <p>{t`That is this container.`}</p>}
      {container === null && (
        <p>{t`No container has this number, and its check digit is wrong: it was probably misread.`}</p>
      )}
      {rest.created && <p>{t`A new container was created for it.`}</p>}
      {isOther && (
        <button type="button" className="quiet" onClick={() => open(container.id)}>
          <Trans>Open {containerNumber}</Trans>
        </button>
      )}
      {isOther && isSupervisor && (
        <button type="button" className="quiet" onClick={() => on.proceed("merge", containerNumber)}>
          <Trans>Merge {here.containerNumber} into it …</Trans>
        </button>
      )}
      {container === null && (
        <button type="button" className="quiet" onClick={() => on.proceed("number", containerNumber)}>
          {t`Give this container the number …`}
        </button>
      )}
    </div>
  );
}

type UnreadProps = Pick<Identification, "candidates" | "reason"> & { here: Container; proceed: Proceed };

/** Readings that are too uncertain to be used without a person's confirmation. */
function Unread({ here, candidates, reason, proceed }: UnreadProps) {
  return (
    <div className="action-result">
      <p>{reason ? t`No number could be read: ${reason}` : t`No number could be read.`}</p>
      {candidates
        .filter(({ containerNumber }) => containerNumber !== here.containerNumber)
        .map(({ containerNumber, confidence }) => (
          <button
            key={containerNumber}
            type="button"
            className="quiet"
            onClick={() => proceed("number", containerNumber)}
          >
            <Trans>
              Use {containerNumber} ({percent(confidence)} certain) …
            </Trans>
          </button>
        ))}
    </div>
  );
}
