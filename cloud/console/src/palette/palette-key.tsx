import { Suspense, useEffect } from "react";
import { createStore, useStore } from "../api/store.ts";
import { lazyPage } from "../ui/lazy-page.ts";
import { isDialogOpen } from "../ui/is-dialog-open.ts";

const Palette = lazyPage(async () => (await import("./palette.tsx")).Palette);

const isShown = createStore(false);
const close = (): void => isShown.set(false);

/** Opens the palette of commands, not over another dialog. */
export const openPalette = (): void => isShown.set(!isDialogOpen());

/** Opens the palette with Ctrl+K or Cmd+K on every page, also from a field. */
export function PaletteKey() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // The browser would go to its own search.
      event.preventDefault();
      if (isShown.get()) close();
      else openPalette();
    };
    document.addEventListener("keydown", press);
    return () => {
      document.removeEventListener("keydown", press);
      close();
    };
  }, []);
  return <Suspense>{useStore(isShown) && <Palette close={close} />}</Suspense>;
}
