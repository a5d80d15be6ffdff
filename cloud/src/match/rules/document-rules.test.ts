import { expect, test } from "vitest";
import { inEnglish } from "../testing/in-english.ts";
import { checkContainerNumber, checkSizeType, checkStatus } from "./document-rules.ts";

test.each([
  ["MSKU9070323", 1],
  ["CSQU3054383", 0],
  ["csqu 305438-3", 0],
  ["??", 0],
  [null, 0],
])("the manifest is for %j: %d finding", (declared, count) => {
  expect(checkContainerNumber(declared, "CSQU3054383")).toHaveLength(count);
});

test("a manifest for a container number is not for a container without one", () => {
  expect(checkContainerNumber("MSKU9070323", "??")).toHaveLength(1);
});

test("D: another container number is critical for the cargo", () => {
  expect(inEnglish(checkContainerNumber("MSKU9070323", "CSQU3054383"))).toEqual([
    {
      rule: "container-number-mismatch",
      severity: "critical",
      lane: "cargo",
      declared: "MSKU9070323",
      observed: "CSQU3054383",
      message: "The manifest is for container MSKU9070323, but it is attached to container CSQU3054383.",
    },
  ]);
});

test.each<[string | null, string | null, string | undefined]>([
  ["22G1", "22GP", undefined],
  ["22gp", "22G1", undefined],
  ["42G1", "22G1", "another length"],
  ["25G1", "22G1", "another height"],
  ["22R1", "22G1", "another type"],
  ["42R1", "22G1", "another length and type"],
  ["45R1", "22G1", "another length, height and type"],
  ["20GP", "22G1", undefined],
  ["40HC", "45G1", undefined],
  ["40RF", "45R1", undefined],
  ["20GP", "45R1", "another length, height and type"],
  ["N/A", "22G1", undefined],
  ["22G1", "box", undefined],
  [null, "22G1", undefined],
  ["22G1", null, undefined],
])("size-type %j declared, %j present: %s", (declared, observed, difference) => {
  const message = `The manifest declares a container of size-type ${declared}, but this one is ${observed}: ${difference}.`;
  const finding = { rule: "size-type-mismatch", severity: "warning", lane: "cargo", declared, observed, message };
  expect(inEnglish(checkSizeType(declared, observed))).toEqual(difference === undefined ? [] : [finding]);
});

test("a size-type that is not understood is named and not compared", () => {
  expect(inEnglish(checkSizeType("twenty foot box", "22G1"))).toEqual([
    {
      rule: "size-type-not-understood",
      severity: "info",
      lane: "documents",
      declared: "twenty foot box",
      observed: "22G1",
      message:
        "The manifest declares a container of size-type twenty foot box, which is not understood, so it was not compared.",
    },
  ]);
});

test("37: a manifest that customs have not validated concerns the documents, a rejected one the cargo", () => {
  expect(checkStatus("VALIDATED")).toEqual([]);
  for (const status of ["DRAFT", "SUBMITTED", "AMENDED"] as const)
    expect(inEnglish(checkStatus(status))).toEqual([
      {
        rule: "manifest-not-validated",
        severity: "warning",
        lane: "documents",
        declared: status,
        observed: null,
        message: `The manifest has the status ${status}: it has not been validated.`,
      },
    ]);
  expect(inEnglish(checkStatus("REJECTED"))).toEqual([
    {
      rule: "manifest-not-validated",
      severity: "critical",
      lane: "cargo",
      declared: "REJECTED",
      observed: null,
      message: "The manifest was rejected: the container may not be released on it.",
    },
  ]);
});
