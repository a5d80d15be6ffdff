import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createContext } from "../testing/test-context.ts";
import { askNumber, chooseNumbers, describeWrongDigit } from "./choose-numbers.ts";
import { openDraft } from "./draft.ts";
import { createScriptedAsker } from "./testing/scripted-asker.ts";

function openParts(answers: (string | boolean)[]) {
  const folder = mkdtempSync(path.join(tmpdir(), "numbers-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const configFile = path.join(folder, "edge-agent.yaml");
  const scripted = createScriptedAsker(answers);
  const draft = openDraft(configFile);
  const parts = {
    asker: scripted.asker,
    draft,
    configFile,
    environment: {},
    clock: createContext().context.clock,
    random: () => 0.5,
  };
  return { ...scripted, parts: { ...parts, version: "3.0.0" }, draft };
}

describe("the question where container numbers come from", () => {
  test("stores no number where they are announced", async () => {
    const { parts, draft, asked } = openParts(["announced"]);
    await chooseNumbers(parts, {});
    expect([draft.answers, asked]).toEqual([{ numbers: "announced" }, ["Where do container numbers come from?"]]);
  });

  test("asks for one number only for a test rig, and for a wrong check digit again", async () => {
    const { parts, draft, asked } = openParts(["fixed", "CSQU3054384", false, "csqu 305438-3"]);
    await chooseNumbers(parts, {});
    expect(draft.answers).toEqual({ numbers: "fixed", fixedNumber: "CSQU3054383" });
    expect(asked[2]).toContain("with CSQU305438 it would be 3");
  });

  test("refuses a mistyped number of an option, and takes a right one without a question", async () => {
    const { parts, draft, asked } = openParts([]);
    const wrong = chooseNumbers(parts, { fixedContainer: "CSQU3054384" });
    await expect(wrong).rejects.toThrow("CSQU3054384 has a wrong check digit: with CSQU305438 it would be 3");
    await chooseNumbers(parts, { fixedContainer: "CSQU3054383" });
    expect([draft.answers, asked]).toEqual([{ numbers: "fixed", fixedNumber: "CSQU3054383" }, []]);
  });
});

describe("the number of a trial scan", () => {
  test("may be left out, and one with a wrong check digit is used only when that is confirmed", async () => {
    const message = "Trial scan";
    const ask = (...answers: (string | boolean)[]) =>
      askNumber(createScriptedAsker(answers).asker, { message, mayBeEmpty: true });
    expect(await ask("")).toBeUndefined();
    expect(await ask("CSQU3054384", true)).toBe("CSQU3054384");
    expect(await ask("!", "Box 17")).toBe("Box 17");
  });
});

test("a check digit is stated for numbers that have one, and only where it is wrong", () => {
  expect(["CSQU3054383", "Box 17", "!"].map(describeWrongDigit)).toEqual([undefined, undefined, undefined]);
});
