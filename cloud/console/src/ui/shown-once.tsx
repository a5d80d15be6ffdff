import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { CopyButton } from "./copy-button.tsx";

type Props = {
  /** Name of the text, such as "The join code". */
  name: string;
  text: string;
  /** The label of the button that copies it. */
  copy: string;
  close: () => void;
  /** Purpose of the text. */
  children: ReactNode;
};

/** A text that the service returns only once, until the user closes it. */
export const ShownOnce = ({ name, text, copy, close, children }: Props) => (
  <section className="card secret" aria-label={name}>
    <p>{children}</p>
    <code>{text}</code>
    <div className="device-actions">
      <CopyButton key={text} text={text}>
        {copy}
      </CopyButton>
      <button type="button" className="quiet" onClick={close}>{t`Done`}</button>
    </div>
  </section>
);
