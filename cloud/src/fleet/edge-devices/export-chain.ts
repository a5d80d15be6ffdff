import { exportChainQuery } from "@container-inspection/shared-schemas/provenance";
import { createRoute } from "@hono/zod-openapi";
import { z } from "zod";
import { writeChainLines } from "../../inspection/provenance/chain-lines.ts";
import { findLinksOfDevice, type LinkRow } from "../../inspection/provenance/link-store.ts";
import { findSigningKeys } from "../../inspection/provenance/signing-key-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { defineRoute } from "../../platform/http/define-route.ts";
import { errors } from "../../platform/http/describe.ts";
import type { Needs } from "../parts.ts";
import { refuseUnknownDevice } from "../register/refuse-unknown-device.ts";
import { findEdgeDevice } from "../register/edge-device-store.ts";

const PAGE = 500;
const JSON_LINES: string = "application/x-ndjson";

const config = createRoute({
  method: "get",
  path: "/v1/admin/edge-devices/{id}/chain",
  operationId: "exportEdgeChainV1",
  tags: ["Edge devices"],
  summary: "Export the chains of a device's records",
  description:
    "Lines of JSON: the device's signing keys, the hashed text, hash and signature of each record, and an end. " +
    "`npm run cloud -- verify-chain FILE` verifies the file without a network.",
  request: { params: z.object({ id: z.string() }), query: exportChainQuery },
  responses: {
    200: { description: "The chains", content: { [JSON_LINES]: { schema: z.string() } } },
    ...errors("VALIDATION_ERROR", "EDGE_DEVICE_NOT_FOUND"),
  },
});

export const exportChain = defineRoute(
  "admin",
  config,
  ({ db, nowMs }: Needs<"db" | "nowMs">) =>
    async (c) => {
      const { id } = c.req.valid("param");
      const device = await findEdgeDevice(db, id);
      if (!device) return refuseUnknownDevice(c);
      const keys = (await findSigningKeys(db, id)).toReversed();
      const head = { device: { id, name: device.name }, keys, exportedAt: new Date(nowMs()) };
      const lines = writeChainLines(head, readLinks(db, id, c.req.valid("query")));
      return c.body(ReadableStream.from(lines).pipeThrough(new TextEncoderStream()), 200, {
        "Content-Type": JSON_LINES,
        "Content-Disposition": `attachment; filename="chain-${id}.ndjson"`,
        "Cache-Control": "no-store",
      });
    },
  { readsReplica: true },
);

async function* readLinks(db: Database, id: string, { from, to }: z.output<typeof exportChainQuery>) {
  let after: LinkRow | undefined;
  for (;;) {
    const links = await findLinksOfDevice(db, id, { after, from, to, limit: PAGE });
    yield* links;
    after = links.at(-1);
    if (links.length < PAGE) return;
  }
}
