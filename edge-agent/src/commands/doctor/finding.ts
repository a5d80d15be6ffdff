/** What the doctor looks at, from the file to the models; a layer rests on those before it. */
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

/** One thing that was examined; `fix` is empty where nothing is to be done. `skip`: what it rests on failed. */
export type Finding = {
  layer: Layer;
  state: "ok" | "warn" | "fail" | "skip";
  /** What was examined, such as a host or the id of a camera. */
  subject: string;
  message: string;
  fix: string;
};
