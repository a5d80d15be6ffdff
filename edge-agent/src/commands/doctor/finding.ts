/** Area that the doctor examines, ordered from the file to the models; each layer depends on those before it. */
export type Layer =
  | "configuration"
  | "user"
  | "disk"
  | "queue"
  | "agent"
  | "port"
  | "clock"
  | "dns"
  | "tcp"
  | "proxy"
  | "tls"
  | "key"
  | "broker"
  | "gate"
  | "camera"
  | "model";

/**
 * One thing that was examined; `fix` is empty if nothing is to be done. `skip`: something that it depends on failed.
 */
export type Finding = {
  layer: Layer;
  state: "ok" | "warn" | "fail" | "skip";
  /** Name of what was examined, such as a host or the id of a camera. */
  subject: string;
  message: string;
  fix: string;
};
