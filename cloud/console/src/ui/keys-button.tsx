import { t } from "@lingui/core/macro";
import { Suspense, useState } from "react";
import { lazyPage } from "./lazy-page.ts";
import type { PageWithKeys } from "./key-help.tsx";

const KeyHelp = lazyPage(async () => (await import("./key-help.tsx")).KeyHelp);

/** Opens the help with the keys of the page, also with `?`. */
export function KeysButton({ page, className = "quiet" }: { page: PageWithKeys; className?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className={className} aria-keyshortcuts="?" onClick={() => setIsOpen(true)}>
        {t({ context: "keyboard", message: "Keys" })}
      </button>
      <Suspense>{isOpen && <KeyHelp page={page} close={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
