import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useWrite } from "../api/use-write.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Problem } from "../ui/problem.tsx";
import { importTransfer, type Acknowledgement, useAcknowledgementKey } from "./edge-devices-api.ts";

/** Import for devices without a connection to the cloud: takes the file that a person brings, and returns another. */
export function TransferImport() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="transfer-import" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="faint">{t`Import the records of a device without a connection`}</summary>
      {isOpen && <ImportForm />}
    </details>
  );
}

function ImportForm() {
  const { write, busy, problem } = useWrite(importTransfer, ["containers", "container", "escalations", "cameras"]);
  const [file, setFile] = useState<File>();
  const [done, setDone] = useState<Acknowledgement>();
  const submit = () => {
    setDone(undefined);
    if (file) void write(file, setDone);
  };
  return (
    <form className="card" onSubmit={(event) => (event.preventDefault(), submit())}>
      <p className="faint">
        <Trans>
          Choose the file that <code>edge-agent queue transfer FILE</code> has written. A record that is already here is
          not recorded again.
        </Trans>
      </p>
      <div className="device-actions">
        <input
          type="file"
          aria-label={t`The transfer file`}
          required
          onChange={(event) => setFile(event.currentTarget.files?.[0])}
        />
        <button type="submit" disabled={busy}>
          {busy ? t`Importing …` : t`Import`}
        </button>
      </div>
      <Problem text={problem} />
      {done && <Imported done={done} />}
      <CloudKey />
    </form>
  );
}

function Imported({ done: { name, lines, records, refused } }: { done: Acknowledgement }) {
  const url = useObjectUrl(lines);
  const imported = plural(records, { one: "# record imported", other: "# records imported" });
  return (
    <p role="status">
      {refused > 0
        ? t`${imported}, refused: ${refused} (the device sets what is refused aside, with the reason).`
        : `${imported}.`}{" "}
      <Trans>
        <a href={url} download={name}>
          Save the acknowledgement
        </a>
        , and run <code>edge-agent queue acknowledge FILE</code> on the device: it deletes what was recorded.
      </Trans>
    </p>
  );
}

/** The key is needed by a device that has never been connected. */
function CloudKey() {
  const { data: key } = useAcknowledgementKey();
  if (!key) return null;
  return (
    <div className="device-actions faint small">
      <span>
        <Trans>
          A device that has never been connected also needs <code>--cloud-key {key.publicKey}</code>
        </Trans>
      </span>
      <CopyButton text={key.publicKey}>{t`Copy the key`}</CopyButton>
    </div>
  );
}

/** An address at which the browser offers some bytes, for as long as they are shown. */
function useObjectUrl(bytes: Blob): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(bytes);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return url;
}
