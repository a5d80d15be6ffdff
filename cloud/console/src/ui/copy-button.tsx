import { t } from "@lingui/core/macro";
import { useState } from "react";

/** Copies a text, also where a page over plain HTTP may not use the clipboard's own interface. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => setCopied(await copyText(text));
  return (
    <button type="button" className="quiet" onClick={() => void copy()}>
      {copied ? t`Copied` : children}
    </button>
  );
}

async function copyText(text: string): Promise<boolean> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return true;
  }
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  // oxlint-disable-next-line typescript/no-deprecated -- the only way over plain HTTP
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}
