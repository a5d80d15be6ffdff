import { type MouseEvent, type ReactNode, useId } from "react";

type Props = {
  /** Name of the button that opens it. */
  label: string;
  title?: string;
  className: string;
  /** Class of the panel; `sheet` is one at the foot of a phone. */
  panel?: "sheet";
  /** The content of the button. */
  content: ReactNode;
  children: ReactNode;
};

/** A button with a panel that the browser closes by Escape or a click beside it; a followed link closes it, too. */
export function Popover({ label, title, className, panel, content, children }: Props) {
  const id = useId();
  const close = (event: MouseEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.closest("a")) event.currentTarget.hidePopover();
  };
  return (
    <>
      <button type="button" className={className} aria-label={label} title={title} popoverTarget={id}>
        {content}
      </button>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the links inside act, also by keys */}
      <div id={id} popover="auto" className={panel ? `card popover ${panel}` : "card popover"} onClick={close}>
        {children}
      </div>
    </>
  );
}
