import { execFile } from "node:child_process";
import type { Logger } from "../../base/logger.ts";

/** Node.js has no datagram sockets of Unix, so the program that comes with systemd sends the messages. */
const PROGRAM = "systemd-notify";
const TIMEOUT_MS = 10_000;

/** Reports to the service manager that started this process, if one did. */
export type ServiceManager = { ready: () => void; stop: () => void };

/**
 * Reports readiness, and then signs of life, as long as the event loop of this process runs: at twice the rate that the
 * watchdog asks for. Does nothing where no service manager asks.
 */
export function openServiceManager(
  environment: Record<string, string | undefined>,
  logger: Logger,
  program = PROGRAM,
): ServiceManager {
  if (environment["NOTIFY_SOCKET"] === undefined) return { ready: () => {}, stop: () => {} };
  const watchdogMs = Number(environment["WATCHDOG_USEC"] ?? 0) / 1_000;
  let timer: NodeJS.Timeout | undefined;
  const send = (...states: string[]) => {
    execFile(program, states, { timeout: TIMEOUT_MS, env: { ...environment } }, (error) => {
      if (error) logger.warn({ err: error }, "the service manager cannot be notified");
    });
  };
  return {
    ready() {
      send("READY=1");
      if (watchdogMs > 0) timer = setInterval(() => send("WATCHDOG=1"), watchdogMs / 2).unref();
    },
    stop() {
      clearInterval(timer);
      send("STOPPING=1");
    },
  };
}
