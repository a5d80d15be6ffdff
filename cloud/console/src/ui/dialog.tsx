import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";

type Props = {
  title: string;
  /** Called when the user closes it by Escape, by a click beside it or by its own button; without it, it stays. */
  close?: () => void;
  children: ReactNode;
};

/** A dialog over the page: it keeps the focus inside, and returns it where it was. */
export function Dialog({ title, close, children }: Props) {
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && close?.()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="card dialog">
          <Base.Title>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
