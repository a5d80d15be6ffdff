import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { askNobody } from "./ask.ts";
import { askNumber } from "./choose-numbers.ts";
import { openDraft } from "./draft.ts";
import { reviewAnswers } from "./review-answers.ts";
import { createScriptedAsker } from "./testing/scripted-asker.ts";

const REVIEW = "Write the configuration, or change an answer?";
const unasked = async () => {
  throw new Error("this answer was not chosen");
};
const steps = {
  cloudUrl: unasked,
  deviceId: unasked,
  camera: unasked,
  model: unasked,
  numbers: unasked,
  further: unasked,
};

function openTestDraft() {
  const folder = mkdtempSync(path.join(tmpdir(), "review-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const configFile = path.join(folder, "edge-agent.yaml");
  const draft = openDraft(configFile);
  const camera = { id: "top", url: "rtsp://viewer:secret@192.168.1.20/stream1" };
  draft.save({ cloudUrl: "https://one.example.com", deviceId: "gate-1", camera, model: "a.onnx" });
  draft.save({ numbers: "fixed", fixedNumber: "CSQU3054383" });
  return { draft, readAgain: () => openDraft(configFile).answers };
}

test("each chosen answer is asked again and the others stay, until the user accepts them", async () => {
  const { draft, readAgain } = openTestDraft();
  const { asker, asked, offered, left } = createScriptedAsker(["model", "b.onnx", "numbers", "Box 17", "write"]);
  await reviewAnswers(
    { asker, draft },
    {
      ...steps,
      model: async ({ model }) => draft.save({ model: (await asker.text({ message: "Model", initial: model })) ?? "" }),
      numbers: async () => draft.save({ numbers: "fixed", fixedNumber: await askNumber(asker, { message: "Number" }) }),
    },
  );
  expect([asked, offered, left]).toEqual([[REVIEW, "Model", REVIEW, "Number", REVIEW], ["a.onnx"], []]);
  expect(readAgain()).toMatchObject({ deviceId: "gate-1", model: "b.onnx", fixedNumber: "Box 17" });
});

test("a wizard that stops at a chosen answer has forgotten it, and what belongs to it", async () => {
  const { draft, readAgain } = openTestDraft();
  const { asker } = createScriptedAsker(["numbers"]);
  const numbers = () => Promise.reject(new Error("stopped"));
  await expect(reviewAnswers({ asker, draft }, { ...steps, numbers })).rejects.toThrow("stopped");
  expect(Object.keys(readAgain())).toEqual(["cloudUrl", "deviceId", "camera", "model"]);
});

test("the review lists every answer and hides the password of a camera", async () => {
  const { draft } = openTestDraft();
  const { asker } = createScriptedAsker([]);
  const labels: string[] = [];
  const choose: typeof asker.choose = async (_, choices) => {
    labels.push(...choices.map(({ label }) => label));
    return "write";
  };
  await reviewAnswers({ asker: { ...asker, choose }, draft }, steps);
  expect(labels).toEqual([
    "write the configuration",
    "change the address of the cloud: https://one.example.com",
    "change the ID of this device: gate-1",
    expect.stringMatching(/^change the camera: top, rtsp:\/\/.*192\.168\.1\.20\/stream1$/),
    "change the model: a.onnx",
    "change the source of container numbers: always CSQU3054383",
    "change the cameras after it: none",
  ]);
  expect(labels.join("\n")).not.toContain("secret");
});

test("without a person to ask, no answer is reviewed", async () => {
  const { draft } = openTestDraft();
  await reviewAnswers({ asker: askNobody(() => {}), draft }, steps);
  expect(draft.answers.model).toBe("a.onnx");
});
