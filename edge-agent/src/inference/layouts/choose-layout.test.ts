import { describe, expect, test } from "vitest";
import { loadModel, type ModelSettings } from "../load-model.ts";
import { ModelLoadError } from "../model-errors.ts";
import { type OnnxFixture, withOnnxFile } from "../testing/onnx-fixture.ts";

/** Predictions for an input of 256 × 192: 24 × 32 + 12 × 16 + 6 × 8 rows. */
const ROWS = 1008;
const DETECT = { task: "detect", names: "{0: 'weapon', 1: 'battery'}", imgsz: "[192, 256]" };
const PICTURE = { rgb: new Uint8Array(64 * 48 * 3), widthPixels: 64, heightPixels: 48 };

describe("a model that cannot be read for certain is refused", () => {
  const shaped = (metadata: Record<string, string>, ...shapes: number[][]): OnnxFixture => ({
    metadata,
    outputs: shapes.map((dims, index) => ({
      name: `output${index}`,
      dims,
      data: new Float32Array(dims.reduce((a, b) => a * b)),
    })),
  });

  test.each<[string, OnnxFixture, Partial<ModelSettings>, RegExp[]]>([
    [
      "[1, 300, 6] of two classes: end-to-end, or RT-DETR",
      shaped(DETECT, [1, 300, 6]),
      {},
      [
        /its layout may be "end2end-detect" or "rt-detr"/,
        /2 classes and the outputs output0 \[1, 300, 6\]/,
        /v8-detect: one output \[1, 4 \+ 2 classes = 6, N\]/,
        /set "layout"/,
      ],
    ],
    ["end2end with raw rows", shaped({ ...DETECT, end2end: "True" }, [1, 6, ROWS]), {}, [/end2end: True/]],
    ["nms inside with raw rows", shaped({ ...DETECT, args: "{'nms': True}" }, [1, 6, ROWS]), {}, [/nms: True/]],
    [
      "an RT-DETR head with raw rows",
      shaped({ ...DETECT, head: "RTDETRDecoder" }, [1, 6, ROWS]),
      {},
      [/RTDETRDecoder/],
    ],
    ["raw rows in another order", shaped(DETECT, [1, ROWS, 6]), {}, [/its layout \(task "detect"\) is not supported/]],
    ["oriented boxes", shaped({ ...DETECT, task: "obb", head: "OBB" }, [1, 7, ROWS]), {}, [/task "obb", head OBB/]],
    ["another number of classes", shaped({ ...DETECT, names: "['a']" }, [1, 6, ROWS]), {}, [/1 classes/]],
    [
      "a row count of no usual strides",
      shaped(DETECT, [1, 6, 300]),
      {},
      [/N is not what strides 8, 16, 32 give \(1008, /],
    ],
    ["another task", shaped({ ...DETECT, task: "pose" }, [1, 6, ROWS]), {}, [/task "pose"/]],
    [
      "a layout setting that does not fit",
      shaped(DETECT, [1, 6, ROWS]),
      { layout: "v8-segment" },
      [/setting layout "v8-segment"/],
    ],
    ["no class names", shaped({ task: "detect" }, [1, 6, ROWS]), {}, [/set "classNames"/]],
    [
      "settings out of range",
      shaped(DETECT, [1, 6, ROWS]),
      { confidence: 25 },
      [/"confidence" is 25, expected 0\.\.1/],
    ],
  ])("%s", async (_, fixture, settings, messages) => {
    const result = withOnnxFile(fixture, (file) => loadModel({ file, ...settings }, () => 0));
    await expect(result).rejects.toThrow(ModelLoadError);
    await expect(result).rejects.toThrow(/^model .*fixture\.onnx cannot be used: /);
    for (const message of messages) await expect(result).rejects.toThrow(message);
  });

  test("the setting decides where the row count is unusual, and classNames where the file is silent", async () => {
    await withOnnxFile(shaped({}, [1, 7, 300]), async (file) => {
      const model = await loadModel({ file, layout: "v8-detect", classNames: ["a", "b", "c"] }, () => 0);
      expect(model.classNames).toEqual(["a", "b", "c"]);
      expect((await model.detect(PICTURE)).items).toEqual([]);
      await model.close();
    });
  });
});
