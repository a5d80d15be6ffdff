import { t } from "@lingui/core/macro";
import { Suspense, useState } from "react";
import { lazyPage } from "../ui/lazy-page.ts";

const NewContainerDialog = lazyPage(async () => (await import("./new-container-dialog.tsx")).NewContainerDialog);

/** The way to register a container by hand, where no camera has read its number. */
export function AddContainer() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="quiet" onClick={() => setIsOpen(true)}>{t`Add container`}</button>
      <Suspense>{isOpen && <NewContainerDialog close={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
