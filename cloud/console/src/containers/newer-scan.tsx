import { t } from "@lingui/core/macro";

/** Offers the newest scan where an older one is shown. */
export const NewerScan = ({ show }: { show: () => void }) => (
  <button type="button" className="newer-scan" onClick={show}>{t`Newer scan: show it`}</button>
);
