import { t } from "@lingui/core/macro";
import { CopyButton } from "./copy-button.tsx";

/** A SHA-256 in short; as a whole where it is pointed at, where it is copied, and on paper. */
export const Hash = ({ value }: { value: string }) => (
  <>
    <span className="not-print">
      SHA-256{" "}
      <span className="hash" title={value}>
        {value.slice(0, 6)}…{value.slice(-4)}
      </span>{" "}
      <CopyButton text={value}>{t`Copy`}</CopyButton>
    </span>
    <span className="only-print hash">SHA-256 {value}</span>
  </>
);
