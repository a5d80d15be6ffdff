import { writeFile } from "node:fs/promises";
import path from "node:path";
import { aiResult } from "@container-inspection/shared-schemas/ai-protocol";
import { buildTiff } from "@container-inspection/shared-schemas/testing/build-tiff.ts";
import sharp from "sharp";
import { expect, test } from "vitest";
import { z } from "zod";
import { connectClient } from "../ai-service/testing/ai-client.ts";
import { layOutSite, runCli, startCli, startFakeCloud, until } from "./testing/small-site.ts";

const TOKEN = "token-of-the-tests-0123456789";
const sample = path.resolve(import.meta.dirname, "../../models/samples/x-ray-1.png");
const { data, info } = await sharp(sample).greyscale().raw().toBuffer({ resolveWithObject: true });
/** The bundled X-ray picture with 12 bits, as a scanner writes it. */
const twelveBits = Array.from({ length: info.width * info.height }, (_, at) => (data[at * info.channels] ?? 0) * 16);
const pictures = {
  unsigned: buildTiff(info, Uint16Array.from(twelveBits)),
  signed: buildTiff(info, Int16Array.from(twelveBits)),
  wide: buildTiff(info, Uint32Array.from(twelveBits)),
  share: buildTiff(
    info,
    Float32Array.from(twelveBits, (value) => value / 4_095),
  ),
  float: buildTiff(info, Float32Array.from(twelveBits)),
};
const models = { illegal: { file: "bundled:contraband-demo" } };

test("the AI service finds the same in an X-ray picture of any type of values", async () => {
  const { configFile } = await layOutSite("http://127.0.0.1:1", { models, stations: [], cameras: [] });
  const program = startCli(["serve", "--port", "0", "--config", configFile], { AI_SERVICE_TOKEN: TOKEN });
  const url = await until("it listens", () => /"address":"(ws:[^"]+)"/.exec(program.output.stderr)?.[1]);
  const client = await connectClient(url, TOKEN);
  expect(await client.next()).toMatchObject({ type: "hello", tasks: ["illegal"] });
  for (const [id, bytes] of Object.entries(pictures)) {
    client.ask({ id, task: "illegal", contentType: "image/tiff" }, bytes);
    const { detections = [] } = aiResult.parse(await client.next());
    const found = detections.map(({ class_name, confidence }) => [class_name, confidence]);
    expect([id, found.toSorted(([one], [other]) => String(one).localeCompare(String(other)))]).toEqual([
      id,
      [
        ["bottle", expect.closeTo(0.98, 1)],
        ["firearm", expect.closeTo(0.96, 1)],
      ],
    ]);
  }
  const blank = buildTiff(info, new Uint16Array(info.width * info.height).fill(40_000));
  client.ask({ id: "blank", task: "illegal", contentType: "image/tiff" }, blank);
  const message = "invalid picture: it cannot be decoded: all of its pixels have the same value, so it shows nothing";
  expect(await client.next()).toMatchObject({ id: "blank", code: "INVALID_IMAGE", message });
});

test("`scan --image` delivers the findings in a picture of floating-point values, and refuses two pages", async () => {
  const cloud = await startFakeCloud();
  const { folder, configFile } = await layOutSite(cloud.url, { models, stations: [], cameras: [] });
  const scan = async (name: string, bytes: Buffer) => {
    const image = path.join(folder, name);
    await writeFile(image, bytes);
    return runCli("scan", "--container", "CSQU3054383", "--image", image, "--config", configFile, "--json");
  };
  const { stdout } = await scan("share.tif", pictures.share);
  const { detections } = z
    .object({ detections: z.array(z.object({ className: z.string() })) })
    .parse(JSON.parse(stdout));
  expect(detections.map(({ className }) => className).toSorted()).toEqual(["bottle", "firearm"]);
  const pages = await scan("pages.tif", buildTiff(info, Uint16Array.from(twelveBits), { pages: 2 }));
  expect(pages.stdout).toContain("it has 2 pages; only pictures of one page are taken");
  expect(cloud.received).toHaveLength(1);
});
