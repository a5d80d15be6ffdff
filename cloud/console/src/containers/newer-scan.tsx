import { t } from "@lingui/core/macro";
import { Notice } from "../ui/notice.tsx";

/** Offers the newest scan where an older one is shown. */
export const NewerScan = ({ show }: { show: () => void }) => (
  <button type="button" className="newer-scan" onClick={show}>{t`Newer scan: show it`}</button>
);

/** Notice in place of the picture of a container without a scan. */
export const NotScanned = () => (
  <Notice title={t`Not scanned yet`}>{t`The picture and its detections appear with the first scan.`}</Notice>
);
