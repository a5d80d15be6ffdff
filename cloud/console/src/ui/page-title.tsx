import { t } from "@lingui/core/macro";
import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { isDialogOpen } from "./is-dialog-open.ts";

const productName = () => t`Container inspection`;
/** The place whose heading last received the focus; undefined before the first page. */
let announced: string | undefined;

type Props = {
  /** The title of the page in the browser, where it differs from the heading's text. */
  title: string;
  className?: string;
  children?: ReactNode;
};

/**
 * The heading of a page, which is the browser's title too. After a navigation it receives the focus, so that a screen
 * reader names the new page and the keyboard continues from its top; not while a dialog has it, which was opened before
 * the page arrived.
 */
export function PageTitle({ title, className, children = title }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });
  useEffect(() => {
    document.title = `${title} · ${productName()}`;
  }, [title]);
  useEffect(() => {
    const isNew = announced !== undefined && announced !== place;
    if (isNew && !isDialogOpen()) heading.current?.focus({ preventScroll: true });
    announced = place;
  }, [place]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
