import { Writer } from "protobufjs/minimal.js";
import { describe, expect, test } from "vitest";
import { loadModel } from "./load-model.ts";
import { readModelMetadata } from "./model-metadata.ts";
import { buildOnnx, withOnnxFile } from "./testing/onnx-fixture.ts";

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
      likeness: null,
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
      likeness: null,
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

describe("a model whose weights are partly in another file", () => {
  const message = (...fields: [number, string | Uint8Array][]) => {
    const writer = new Writer();
    for (const [field, value] of fields) {
      const tagged = writer.uint32((field << 3) | 2);
      if (typeof value === "string") tagged.string(value);
      else tagged.bytes(value);
    }
    return writer.finish();
  };
  const [offset, location] = [message([1, "offset"], [2, "0"]), message([1, "location"], [2, "cargo.onnx.data"])];
  const tensor = message([8, "weights"], [13, offset], [13, location]);
  const inAttribute = (attribute: Uint8Array) => message([1, message([4, "Constant"], [5, attribute])]);
  const whole = buildOnnx({ metadata: { names: "['carton']", imgsz: "[192, 256]" }, outputs: OUTPUTS });

  test.each<[string, Uint8Array]>([
    ["an initializer", message([7, message([5, tensor])])],
    ["a sparse initializer", message([7, message([15, message([1, tensor])])])],
    ["a constant of a node", message([7, inAttribute(message([5, tensor]))])],
    ["a branch of a node", message([7, inAttribute(message([6, message([5, tensor])]))])],
    ["a function", message([25, message([7, message([5, message([5, tensor])])])])],
  ])("is refused with a sentence: %s", async (_, part) => {
    const file = Buffer.concat([whole, part]);
    expect(() => readModelMetadata(file)).toThrow(
      /^it is not the whole model: weights of it are in another file \("cargo\.onnx\.data"\).*Save it as one file: /,
    );
    await withOnnxFile(file, async (name) => {
      const settings = { file: name, executionProvider: "cpu", confidence: 0.25, iou: 0.7 };
      await expect(loadModel(settings, () => 0)).rejects.toThrow(/not the whole model/);
    });
  });

  test("is one only where a tensor states it, not where its bytes are in the file", () => {
    expect(
      readModelMetadata(Buffer.concat([whole, message([7, message([5, message([8, "weights"], [9, location])])])])),
    ).toMatchObject({ opset: 13 });
  });
});
