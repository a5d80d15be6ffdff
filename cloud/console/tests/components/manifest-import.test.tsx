import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { fakeService, ok } from "./kit/fake-service.ts";
import { openPage, region } from "./kit/open-page.tsx";

const example = exampleOf("getManifestImportV1", 200).data;
const none = { total: 4, imported: 0, updated: 0, unchanged: 0, failed: 0, notUnderstood: 0 };
const column = (header: string, value: string | null, source: "name" | "none" | "answer") => ({
  header,
  column: value,
  source,
  examples: [`${header} 1`],
});
const previewed = {
  ...example,
  state: "previewed" as const,
  preview: true,
  fileName: "gate.csv",
  format: "CSV",
  details: "separated by commas, in UTF-8",
  notes: ['The column "Colour" is not imported: it is not known what it holds.'],
  decimalMark: "comma" as const,
  columns: [column("billOfLading", "billOfLading", "name"), column("Colour", null, "none")],
  question: null,
  problem: null,
  finishedAt: null,
  rows: { ...none, imported: 3, failed: 1, notUnderstood: 1 },
};
const rowOf = (number: number, facts: Partial<(typeof rows)[number]> = {}) => ({ ...rows[0], number, ...facts });
const rows = [...exampleOf("listManifestImportRowsV1", 200).data.items];
const items = [
  rowOf(2, { place: "line 2", outcome: "imported", manifestId: null, joins: null, billOfLading: "B1", containerNumber: "CSQU3054384", errors: [], cells: null, notUnderstood: [{ path: "containerNumber", text: "CSQU3054384", message: "has the wrong check digit: 3 belongs to it" }] }),
  rowOf(3, { place: "line 3", outcome: "imported", manifestId: null, joins: "line 2", billOfLading: "B1", errors: [], cells: null, notUnderstood: [] }),
  rowOf(5, { place: "line 5", outcome: "failed", manifestId: null, joins: null, billOfLading: "B2", errors: [{ code: "VALIDATION_ERROR", path: "status", message: "must be one of DRAFT, SUBMITTED" }], cells: ["B2", "red"], notUnderstood: [] }),
]; // prettier-ignore

const file = () => new File(["billOfLading,Colour\r\nB1,red"], "gate.csv", { type: "text/csv" });
const started = (data: object) => () => ({ status: 202, body: { success: true, data } });

/** A service whose import has what `shown` holds at the moment. */
function withImport(first: object) {
  const service = fakeService();
  const now: { data: object } = { data: first };
  service.answer("startManifestImportV1", started(first));
  service.answer("getManifestImportV1", () => ok(now.data));
  service.answer("listManifestImportRowsV1", () => ok({ items, nextCursor: null }));
  service.answer("answerManifestImportV1", started({ ...first, state: "waiting" }));
  return { service, now };
}

test("a dropped file is previewed: each row in words, and nothing is written until Import is pressed", async () => {
  const { service, now } = withImport({ ...previewed, state: "waiting" });
  const page = await openPage("manifests/import", { service });
  const zone = await region("Drop zone");
  fireEvent.drop(zone, { dataTransfer: { files: [file()] } });
  await screen.findByText("Reading the file. Nothing is written …");
  expect(service.asked("startManifestImportV1")[0]?.query).toEqual({
    preview: "true",
    again: "true",
    fileName: "gate.csv",
  });
  expect(page.address()).toBe(`/manifests/import?file=${example.id}`);
  now.data = previewed;
  await page.readAgain();
  const list = await region("Rows");
  within(list).getByText("3 to import");
  await within(list).findByText("B1 · CSQU3054384 will be imported as a new manifest.");
  within(list).getByText("Container number “CSQU3054384” has the wrong check digit: 3 belongs to it.");
  within(list).getByText("Joined to the manifest of line 2.");
  within(list).getByText("It will not be imported.");
  within(list).getByText("Status must be one of DRAFT, SUBMITTED.");
  const facts = within(await region("File"));
  facts.getByText(/"Colour" is not imported/);
  facts.getByText("A comma stands before decimals, and a point between thousands: “1.200,5” is read as 1,200.5.");
  expect(service.asked("answerManifestImportV1")).toEqual([]);
  await page.press("Import 3 rows");
  await waitFor(() => expect(service.asked("answerManifestImportV1")[0]?.body).toEqual({ preview: false }));
});

test("a column is changed by a person, and the file read again", async () => {
  const { service } = withImport(previewed);
  const page = await openPage(`manifests/import?file=${example.id}`, { service });
  await screen.findByText("It is not known what it holds.");
  await page.choose("Colour is read as", "billOfLading");
  expect((await screen.findByLabelText<HTMLSelectElement>("billOfLading is read as")).value).toBe("");
  await page.press("Read again with these columns");
  const columns = [
    { header: "billOfLading", column: null },
    { header: "Colour", column: "billOfLading" },
  ];
  await waitFor(() => expect(service.asked("answerManifestImportV1")).toHaveLength(1));
  const [{ body } = { body: undefined }] = service.asked("answerManifestImportV1");
  expect(body.preview).toBe(true);
  expect(
    body.columns.toSorted((one: { header: string }, other: { header: string }) => (other.header > one.header ? 1 : -1)),
  ).toEqual(columns);
});

test.each([
  ["decimal-mark", ["21.500"], "“21.500” is 21,500: the sign groups thousands", { decimalMark: "comma" }],
  ["decimal-mark", ["21,500"], "“21,500” is 21.5: the sign stands before decimals", { decimalMark: "comma" }],
  ["weight-unit", ["24.5"], "Tonnes", { weightUnit: "tonnes" }],
] as const)(
  "the question about %s for %j is asked, and answered by a person",
  async (about, examples, choice, answers) => {
    const question = { about, message: "Answer it.", examples: [...examples] };
    const { service } = withImport({ ...previewed, state: "needs-answer", question, rows: none });
    const page = await openPage(`manifests/import?file=${example.id}`, { service });
    await page.user.click(await screen.findByLabelText(choice));
    await page.press("Read the file again");
    await waitFor(() =>
      expect(service.asked("answerManifestImportV1")[0]?.body).toEqual({ preview: true, ...answers }),
    );
  },
);

test("an import goes on without the page: its address shows its progress, and its end", async () => {
  const running = {
    ...previewed,
    state: "waiting" as const,
    preview: false,
    rows: { ...none, total: 1_200, imported: 450 },
  };
  const { service, now } = withImport(running);
  const page = await openPage(`manifests/import?file=${example.id}`, { service });
  await screen.findByText("450 of 1,200 rows done …");
  page.reload();
  await screen.findByText("450 of 1,200 rows done …");
  now.data = { ...running, state: "finished", rows: { ...none, imported: 3, failed: 1 } };
  await page.readAgain();
  await screen.findByText("B1 · CSQU3054384 was imported as a new manifest.");
  await screen.findByRole("button", { name: "Save the rows that were not imported" });
  expect(service.asked("answerManifestImportV1")).toEqual([]);
});

test("a refusal shows the sentence of the service, and another file can be dropped", async () => {
  const problem = "This looks like ASYCUDA World XML, which is not read yet.";
  const { service } = withImport({ ...previewed, state: "failed", format: null, columns: [], notes: [], problem });
  const page = await openPage("manifests/import", { service });
  service.refuse("startManifestImportV1", 413, "PAYLOAD_TOO_LARGE", "The file is larger than 20000000 bytes.");
  await page.user.upload(await screen.findByLabelText("File of manifests"), file());
  await screen.findByText("The file is larger than 20000000 bytes.");
  fireEvent.drop(await region("Drop zone"), { dataTransfer: { files: [file(), file()] } });
  await screen.findByText("Drop one file at a time.");
  service.answer("startManifestImportV1", started(previewed));
  await page.user.upload(await screen.findByLabelText("File of manifests"), file());
  await screen.findByText(problem);
  await region("Drop zone");
  expect(service.asked("startManifestImportV1")).toHaveLength(2);
});
