import { Notice } from "../ui/notice.tsx";

/** Offers the newest scan where an older one is shown. */
export const NewerScan = ({ show }: { show: () => void }) => (
  <button type="button" className="newer-scan" onClick={show}>
    Newer scan: show it
  </button>
);

/** In place of the picture of a container without a scan. */
export const NotScanned = () => (
  <Notice title="Not scanned yet">The picture and its detections appear with the first scan.</Notice>
);
