import { useState } from "react";

/** Copies a text; nothing where the browser does not let pages copy, as it does not on plain http. */
export function CopyButton({ text, children }: { text: string; children: string }) {
  const [copied, setCopied] = useState(false);
  if (!window.isSecureContext) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <button type="button" className="quiet" onClick={() => void copy()}>
      {copied ? "Copied" : children}
    </button>
  );
}
