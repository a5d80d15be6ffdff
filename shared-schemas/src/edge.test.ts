import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { edgeIdentifyRequest, edgeScanRequest } from "./edge.ts";
import { heartbeatRequest, joinRequest } from "./heartbeats.ts";

const folder = path.resolve(import.meta.dirname, "fixtures");
const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
/** Fields that only the cloud can check, because hashes and pictures are examined there. */
const seenByTheCloud = new Set(["image", "record_sha256", "findings_sha256"]);

test.each(names)("the golden message %s fits its schema, or fails it at the place it names", (name) => {
  const message = JSON.parse(readFileSync(path.join(folder, name), "utf8"));
  const parsed = schemaOf(message.path).safeParse(message.body);
  const isGood = message.expect.status !== 400 || seenByTheCloud.has(message.expect.path);
  expect(parsed.error?.issues.map((issue) => issue.path.join("."))).toEqual(isGood ? undefined : [message.expect.path]);
});

test.each(["line\nfeed", "escape\u001b[2J", "next\u0085line", "line\u2028", "paragraph\u2029", "\u007f"])(
  "the id of a device or camera is one line for every reader: %j is refused",
  (id) => {
    for (const field of ["device_id", "camera_id"])
      expect(
        edgeIdentifyRequest.safeParse({ container_number: "MSKU9070323", [field]: id }).error?.issues,
      ).toMatchObject([{ path: [field], message: "must not contain control characters or line separators" }]);
    expect(heartbeatRequest.safeParse({ cameras: [{ camera_id: id, state: "running" }] }).success).toBe(false);
  },
);

function schemaOf(url: string) {
  if (url.endsWith("/identify")) return edgeIdentifyRequest;
  if (url.endsWith("/heartbeat")) return heartbeatRequest;
  return url.endsWith("/join") ? joinRequest : edgeScanRequest;
}
