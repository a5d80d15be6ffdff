/** The JSON log of the service, as every part is handed it. */
export type { Logger } from "pino";
