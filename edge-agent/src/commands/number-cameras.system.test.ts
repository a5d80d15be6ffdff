import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { edgeEvidenceRequest, edgeIdentifyRequest } from "@container-inspection/shared-schemas/edge";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawNumbers, writeNumberNetworks } from "../inference/testing/number-fixture.ts";
import { layOutSite, runCli, startCli, startFakeCloud, threeSecondVideo, until } from "./testing/small-site.ts";

const NUMBER = "CSQU3054383";

test("a number camera reads the container of a load: its number, its evidence photo and its scan are delivered", async () => {
  const cloud = await startFakeCloud();
  const { folder, configFile } = await layOutSite(cloud.url, {
    numbers: { characters: "characters.onnx", lines: "lines.onnx", enoughLooks: 2 },
    cameras: [
      { id: "top", url: threeSecondVideo },
      { id: "side", url: "folder:pictures?moveTo=done&poll=0.1" },
    ],
    stations: [
      {
        id: "gate-1",
        camera: "top",
        model: "category",
        container: { identified: { cameras: ["side"], waitSeconds: 600 } },
      },
    ],
  });
  await writeNumberNetworks(folder);
  await mkdir(path.join(folder, "pictures"));
  for (const name of ["1.png", "2.png"]) await drop(path.join(folder, "pictures"), name);

  const agent = startCli(["run", "--config", configFile]);
  const received = (ending: string) =>
    until(`${ending} is delivered`, () => cloud.received.find(({ path: route }) => route.endsWith(ending)));
  const identify = await received("/identify");
  expect(edgeIdentifyRequest.parse(identify.body)).toMatchObject({ container_number: { text: NUMBER } });
  expect(identify.body).toMatchObject({
    number_source: "camera",
    size_type: "45R1",
    confidence: expect.any(Number),
    frames: [
      { camera_id: "side", container_number: NUMBER, is_agreed: true, characters: { length: 11 } },
      { camera_id: "side", container_number: NUMBER, is_agreed: true, characters: { length: 11 } },
    ],
  });
  expect(identify.body["confidence"]).toBeGreaterThan(0.95);

  const photo = await received(`/${NUMBER}/evidence`);
  const { detections, camera_id: cameraId, visualization } = edgeEvidenceRequest.parse(photo.body);
  expect(cameraId).toBe("side");
  expect(detections?.map((detection) => detection.class_name).toSorted()).toEqual(
    [NUMBER, ...Array.from(NUMBER)].toSorted(),
  );
  expect(await sharp(Buffer.from(visualization ?? "", "base64")).metadata()).toMatchObject({ width: 312, height: 64 });
  await received(`/${NUMBER}/scans/category`);

  const status = await runCli("status", "--config", configFile);
  expect(status.stdout).toMatch(
    /numbers {4}gate-1 by side: 1 read, 0 not read, last .*: CSQU3054383 \((1\.000|0\.9\d\d), 2 looks\)/,
  );
  agent.stop("SIGTERM");
  expect((await agent.ended).code).toBe(0);
});

/** Puts a whole picture into a watched folder. */
async function drop(folder: string, name: string): Promise<void> {
  const { rgb, widthPixels, heightPixels } = drawNumbers([{ text: NUMBER }, { text: "45R1", y: 40 }]);
  const draft = path.join(folder, `../${name}`);
  await sharp(rgb, { raw: { width: widthPixels, height: heightPixels, channels: 3 } })
    .png()
    .toFile(draft);
  await rename(draft, path.join(folder, name));
}
