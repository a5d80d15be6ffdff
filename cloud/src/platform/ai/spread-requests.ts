import type { AiTask } from "@container-inspection/shared-schemas/ai-protocol";
import type { AiService } from "./ai-service.ts";
import type { ConnectedAiService } from "./connect-ai-service.ts";

const PREFERENCE = { now: 0, later: 1, never: 2 };

/**
 * Makes one AI service of several, at least one. Each request goes to the connected service that has a model for it and
 * the fewest pending requests, and stays there: if that service is lost, the request fails as it does with one service,
 * and its next attempt goes to another.
 */
export function spreadRequests(services: readonly ConnectedAiService[]): AiService {
  let turn = 0;
  const choose = (task: AiTask): ConnectedAiService => {
    turn = (turn + 1) % services.length;
    // Services with equally many requests take turns.
    const inTurn = [...services.slice(turn), ...services.slice(0, turn)];
    return inTurn.reduce((best, each) => (compare(each, best, task) < 0 ? each : best));
  };
  return {
    detect: (request) => choose(request.task).detect(request),
    readNumber: (request) => choose(request.task).readNumber(request),
    state: () => (services.some((each) => each.state() === "up") ? "up" : "unavailable"),
    services: () => ({
      configured: services.length,
      connected: services.filter((each) => each.state() === "up").length,
    }),
    close() {
      for (const each of services) each.close();
    },
  };
}

function compare(one: ConnectedAiService, other: ConnectedAiService, task: AiTask): number {
  return PREFERENCE[one.takes(task)] - PREFERENCE[other.takes(task)] || one.pending() - other.pending();
}
