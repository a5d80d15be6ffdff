import { createServer } from "node:http";
import { onTestFinished } from "vitest";
import { writeAgentAddress } from "../../status/agent-address.ts";

/** Answers until the end of the test as the agent that runs on a data folder, with this status. */
export async function answerAsAgent(dataDir: string, status: object): Promise<void> {
  const server = createServer((request, reply) => {
    reply.end(JSON.stringify(request.url === "/health" ? { instanceId: "one" } : status));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  writeAgentAddress(dataDir, { url: `http://127.0.0.1:${port}`, instanceId: "one" });
}
