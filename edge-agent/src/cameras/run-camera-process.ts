import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createFullPictureRequests } from "./full-pictures.ts";
import type { FullPictureReply } from "./full-pictures.ts";
import { readMessageToAgent } from "./process-messages.ts";
import type { MessageToAgent, MessageToProcess } from "./process-messages.ts";
import type { FailureKind } from "./source-error.ts";

/** The GNU C library gives each decoder thread a separate heap, which wastes 30 MiB per camera. */
const FEW_HEAPS = { MALLOC_ARENA_MAX: "2" };

/**
 * Garbage collection flags of V8 in a camera's process, whose heap is 14 MiB. Pictures outside of it, of 12 MiB each in
 * 4K, count as growth of the heap: by default, V8 marks the whole heap about three times a second in one process of
 * three, for a twentieth of a core. A heap that may grow to two and a half times its size, with young objects in 4 MiB
 * of it, is marked once in ten seconds.
 */
const CALM_COLLECTOR = ["--max-semi-space-size=4", "--heap-growing-percent=150"];

const startChild = (): ChildProcess =>
  fork(processPath, [], {
    serialization: "advanced",
    execArgv: CALM_COLLECTOR,
    env: { ...FEW_HEAPS, ...process.env },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });

/** Length of the tail of a process's standard error that is kept to explain its end. */
const STDERR_TAIL_CHARACTERS = 2000;
/** Time in ms from the request to close until SIGKILL; the process exits earlier by itself. */
const KILL_AFTER_MS = 1000;

// Beside this file, with this file's extension: .ts in the repository, .js in a release.
const processPath = fileURLToPath(new URL(`camera-process${path.extname(import.meta.url)}`, import.meta.url));

/** Outcome of a camera's process. */
export type ProcessEnd =
  | { kind: "ended" }
  | { kind: "stalled" }
  | { kind: "failed"; message: string; failure: FailureKind };

export type CameraProcess = {
  processId: number | null;
  /** Asks for one picture; asking again before it came changes nothing. */
  request(): void;
  /** Reports whether nothing is in front of the camera; telling it again changes nothing. */
  setIdle(isIdle: boolean): void;
  forgetView(): void;
  /** The full-size picture of the time at which a picture arrived, or why there is none. */
  fullPicture(arrivedAtMs: number): Promise<FullPictureReply>;
  /** Resolves once the process has ended and all its messages are read. */
  end: Promise<ProcessEnd>;
};

export type CameraProcessParts = {
  open: Omit<Extract<MessageToProcess, { type: "open" }>, "type">;
  onPicture: (picture: Extract<MessageToAgent, { type: "picture" }>) => void;
  onProgress: (progress: Extract<MessageToAgent, { type: "progress" }>) => void;
  onWarning: (message: string) => void;
  monotonicMs: () => number;
  /** No picture captured for this long: the process is killed. */
  stallAfterMs: number;
  onStall: () => void;
  /** Aborting it closes the process, after one second by force. */
  signal: AbortSignal;
};

/** Starts a camera's child process, which opens the URL at once. */
export function runCameraProcess(parts: CameraProcessParts): CameraProcess {
  const child = startChild();
  let requested = false;
  let isIdle = false;
  let reported: ProcessEnd | undefined;
  const fullPictures = createFullPictureRequests((message) => send(child, message));
  const killFor = (reason: ProcessEnd) => {
    reported ??= reason;
    child.kill("SIGKILL");
  };
  const watchdog = watchForStall(parts, () => {
    parts.onStall();
    killFor({ kind: "stalled" });
  });
  child.on("message", (raw) => {
    const message = readMessageToAgent(raw);
    if (message === null) {
      killFor({ kind: "failed", message: "the camera process sent an invalid message", failure: "other" });
    } else if (message.type === "picture") {
      requested = false;
      watchdog.alive();
      parts.onPicture(message);
    } else if (message.type === "progress") {
      watchdog.progress(message);
      parts.onProgress(message);
    } else if (message.type === "warning") {
      parts.onWarning(message.message);
    } else if (message.type === "full-picture" || message.type === "no-full-picture") {
      fullPictures.answer(message);
    } else {
      reported ??= endOf(message);
    }
  });
  const close = () => closeChild(child);
  parts.signal.addEventListener("abort", close, { once: true });
  // The URL is sent by message, because every user of the machine can read the arguments.
  send(child, { type: "open", ...parts.open });
  return {
    processId: child.pid ?? null,
    request() {
      if (!requested) send(child, { type: "next" });
      requested = true;
    },
    setIdle(next) {
      if (next !== isIdle) send(child, { type: "idle", isIdle: next });
      isIdle = next;
    },
    forgetView: () => send(child, { type: "forget-view" }),
    fullPicture: (arrivedAtMs) => fullPictures.ask(arrivedAtMs),
    end: waitForEnd(child).then((exit) => {
      fullPictures.end();
      watchdog.stop();
      parts.signal.removeEventListener("abort", close);
      return reported ?? { kind: "failed", message: exit, failure: "other" };
    }),
  };
}

const endOf = (last: Extract<MessageToAgent, { type: "ended" | "failed" }>): ProcessEnd =>
  last.type === "ended" ? { kind: "ended" } : { kind: "failed", message: last.message, failure: last.kind };

/** A message that cannot be sent is dropped: the end of the process is about to be reported. */
function send(child: ChildProcess, message: MessageToProcess): void {
  if (child.connected) child.send(message, () => {});
}

function closeChild(child: ChildProcess): void {
  send(child, { type: "close" });
  const kill = setTimeout(() => child.kill("SIGKILL"), KILL_AFTER_MS);
  child.once("close", () => clearTimeout(kill));
}

/** Resolves when the process has ended, with a description of its end and its last output. */
function waitForEnd(child: ChildProcess): Promise<string> {
  let stderrTail = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    stderrTail = (stderrTail + text).slice(-STDERR_TAIL_CHARACTERS);
  });
  return new Promise((resolve) => {
    child.on("error", (error) => {
      if (child.pid === undefined) resolve(`the camera process could not be started: ${error.message}`);
    });
    child.once("close", (code, signal) => {
      const how = signal === null ? `ended with code ${code}` : `was killed by ${signal}`;
      const output = stderrTail.trim();
      resolve(`the camera process ${how}${output === "" ? "" : `; its last output: ${output}`}`);
    });
  });
}

/** Calls `onStall` once when no picture was captured for `stallAfterMs` although the source was free to continue. */
function watchForStall(parts: Pick<CameraProcessParts, "monotonicMs" | "stallAfterMs">, onStall: () => void) {
  let aliveAtMs = parts.monotonicMs();
  let captured = 0;
  const isOverdue = () => parts.monotonicMs() - aliveAtMs >= parts.stallAfterMs;
  const giveUpIfOverdue = () => {
    if (!isOverdue()) return;
    clearInterval(timer);
    onStall();
  };
  const timer = setInterval(
    () => {
      // Looked at twice: when it was the agent that was held up, the process's messages are only now being read.
      if (isOverdue()) setImmediate(giveUpIfOverdue);
    },
    Math.min(1000, parts.stallAfterMs / 4),
  );
  const alive = () => {
    aliveAtMs = parts.monotonicMs();
  };
  return {
    alive,
    progress(progress: { captured: number; waiting: boolean }) {
      if (progress.captured > captured || progress.waiting) alive();
      captured = progress.captured;
    },
    stop: () => clearInterval(timer),
  };
}
