import { openScriptedService } from "../../cloud/src/platform/ai/testing/scripted-service.ts";

/** Behaviour of the AI service: answers, refuses and cuts connections, never answers, or answers nonsense. */
export type AiState = "works" | "dead" | "hangs" | "nonsense";

/** An AI service that fails as it is set; each change cuts its connections, as a restart would. */
export async function startBrokenAi() {
  let state: AiState = "works";
  let asked = 0;
  const service = await openScriptedService(({ header, answer, sendText }) => {
    if (state === "hangs") return;
    if (state === "works") return answer();
    asked += 1;
    const nonsense = [
      () => sendText("{"),
      () => sendText('{"type":"result"}'),
      () => answer({ id: `${header.id}-unknown` }),
      () => answer({ detections: [{ class_name: "drum", confidence: 7 }] }),
      () => answer({ detections: null, width: -1 }),
      // Twice: the second one is late.
      () => void [answer(), answer()],
    ];
    nonsense[asked % nonsense.length]?.();
  });
  service.hello = { tasks: ["category", "defect", "illegal"], maxInFlight: 8 };
  return {
    url: service.url,
    set(next: AiState): void {
      if (next === state) return;
      state = next;
      service.status = next === "dead" ? 503 : 101;
      service.cut();
    },
    close: () => service.close(),
  };
}
