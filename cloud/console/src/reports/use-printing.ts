import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Returns the time of the current or last print, and sets the name that a browser proposes for the PDF. */
export function usePrinting(fileName: string): Date {
  const [at, setAt] = useState(() => new Date());
  useEffect(() => {
    let title = "";
    const begin = () => {
      title = document.title;
      document.title = fileName;
      // The browser draws the pages as soon as this returns.
      flushSync(() => setAt(new Date()));
    };
    const end = () => {
      document.title = title;
    };
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, [fileName]);
  return at;
}
