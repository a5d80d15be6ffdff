import { Suspense, useEffect, useState } from "react";
import { lazyPage } from "../ui/lazy-page.ts";
import { isDialogOpen } from "../ui/is-dialog-open.ts";

const Palette = lazyPage(async () => (await import("./palette.tsx")).Palette);

/** Opens the palette of commands with Ctrl+K or Cmd+K on every page, also from a field; not over another dialog. */
export function PaletteKey() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // The browser would go to its own search.
      event.preventDefault();
      setIsOpen((before) => !before && !isDialogOpen());
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return <Suspense>{isOpen && <Palette close={() => setIsOpen(false)} />}</Suspense>;
}
