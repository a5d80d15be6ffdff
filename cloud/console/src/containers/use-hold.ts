import { type RefObject, useEffect, useState } from "react";

/** Time in ms after a pointer movement over the list during which the user may be about to click. */
const AIM_MS = 2_000;

/** Returns true while a list must not move: it is scrolled, has the focus, or the pointer moves over it. */
export function useHold(list: RefObject<HTMLElement | null>, initially: boolean): boolean {
  const [isHeld, setHeld] = useState(initially);
  useEffect(() => {
    let movedAtMs = -AIM_MS;
    let timer: number | undefined;
    const judge = () => {
      const element = list.current;
      const isScrolled = element !== null && window.scrollY > element.offsetTop;
      const hasFocus = element?.contains(document.activeElement) ?? false;
      setHeld(isScrolled || hasFocus || performance.now() - movedAtMs < AIM_MS);
    };
    const move = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || !list.current?.contains(target)) return;
      movedAtMs = performance.now();
      window.clearTimeout(timer);
      timer = window.setTimeout(judge, AIM_MS);
      judge();
    };
    const judgeLater = () => window.setTimeout(judge, 0);
    window.addEventListener("scroll", judge, { passive: true });
    document.addEventListener("focusin", judge);
    document.addEventListener("focusout", judgeLater);
    document.addEventListener("pointermove", move);
    return () => {
      window.clearTimeout(timer);
      window.removeEventListener("scroll", judge);
      document.removeEventListener("focusin", judge);
      document.removeEventListener("focusout", judgeLater);
      document.removeEventListener("pointermove", move);
    };
  }, [list]);
  return isHeld;
}
