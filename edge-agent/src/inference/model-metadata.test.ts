import { describe, expect, test } from "vitest";
import { readModelMetadata } from "./model-metadata.ts";
import { buildOnnx } from "./testing/onnx-fixture.ts";

const OUTPUTS = [{ name: "output0", dims: [1], data: [0] }];
const read = (metadata: Record<string, string>) => readModelMetadata(buildOnnx({ metadata, outputs: OUTPUTS }));

describe("a model's metadata", () => {
  test("is read as Ultralytics writes it", () => {
    const metadata = read({
      author: "Ultralytics",
      version: "8.3.40",
      task: "segment",
      stride: "32",
      imgsz: "[192, 256]",
      names: "{0: 'weapon', 1: \"driver's bag\"}",
      args: "{'batch': 1, 'half': False, 'nms': True}",
      end2end: "True",
      head: "Segment26",
    });
    expect(metadata).toEqual({
      task: "segment",
      classNames: ["weapon", "driver's bag"],
      inputSize: { heightPixels: 192, widthPixels: 256 },
      head: "Segment26",
      endToEnd: true,
      nmsInGraph: true,
      dictionary: null,
      version: null,
      opset: 13,
    });
  });

  test("is null where a file is silent, and another author's version is the model's own", () => {
    const silent = {
      task: null,
      classNames: null,
      inputSize: null,
      head: null,
      endToEnd: false,
      nmsInGraph: false,
      dictionary: null,
      opset: 13,
    };
    expect(read({})).toEqual({ ...silent, version: null });
    expect(read({ author: "Harbour lab", version: "2.1.0" })).toEqual({ ...silent, version: "2.1.0" });
  });

  test("has the dictionary of PP-OCR's recognisers", () => {
    expect(read({ character: "0\n1\n \nA\n" }).dictionary).toEqual(["0", "1", " ", "A"]);
  });

  test("takes names as a list and a square size as one number", () => {
    expect(read({ names: "['a', 'b']", imgsz: "640" })).toMatchObject({
      classNames: ["a", "b"],
      inputSize: { heightPixels: 640, widthPixels: 640 },
    });
  });

  test("is found behind weights without reading these", () => {
    const weights = { name: "output0", dims: [2_000_000], data: new Float32Array(2_000_000).fill(0.1) };
    expect(readModelMetadata(buildOnnx({ metadata: { task: "detect" }, outputs: [weights] })).task).toBe("detect");
  });

  test.each([
    [{ names: "{0: 'a', 2: 'c'}" }, 'its metadata "names" has no name for class 1'],
    [{ names: "{}" }, 'its metadata "names" is not a list of class names'],
    [{ names: "open('x')" }, 'its metadata "names" cannot be read'],
    [{ imgsz: "[0, 640]" }, 'its metadata "imgsz" is not [height, width]'],
  ])("%j is refused", (metadata, message) => {
    expect(() => read(metadata)).toThrow(message);
  });
});
