import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { fakeService, ok } from "./kit/fake-service.ts";
import { disappeared, openPage, region, textsOf } from "./kit/open-page.tsx";

type Version = ReturnType<typeof exampleOf<"getCategoryMapV1", 200>>["data"];
const withoutMap = ({ version, note, createdBy, createdAt }: Version) => ({ version, note, createdBy, createdAt });

/** A service whose category map has versions, the newest of which is in force. */
function withMap() {
  const service = fakeService();
  const first = { ...exampleOf("getCategoryMapV1", 200).data, version: 1 };
  const versions = [first];
  const newest = () => versions.at(-1)!;
  const put = (map: typeof first.map, note: string | null = null) => {
    versions.push({ ...first, version: versions.length + 1, map, note });
    return newest();
  };
  service.answer("getCategoryMapV1", () => ok(newest()));
  service.answer("listCategoryMapVersionsV1", () =>
    ok({ items: versions.map(withoutMap).toReversed(), nextCursor: null }),
  );
  service.answer("getCategoryMapVersionV1", ({ path }) => ok(versions[Number(path["version"]) - 1]!));
  service.answer("updateCategoryMapV1", ({ body }) => ok(put(body.map, body.note)));
  return { service, newest, put };
}

const changes = () => region("Changes");
const differences = async () => textsOf("li", await changes());
const noChanges = () => disappeared(() => screen.queryByRole("region", { name: "Changes" }));

const KEYWORDS = "Keywords, where neither package code nor HS code decides";
type Page = Awaited<ReturnType<typeof openPage>>;
const classRow = (name: string) => screen.findByRole("row", { name });
const openClass = (name: string, page: Page) => page.press(`Edit ${name}`);

async function addWord(page: Page, list: string, word: string) {
  await page.fill(`Add to: ${list}`, word);
  await page.user.keyboard("{Enter}");
}

test("each difference is shown before it is saved, kept through a reload, and put in force with a note", async () => {
  const { service, newest } = withMap();
  const page = await openPage("admin/category-map", { service });
  await openClass("carton", page);
  expect(screen.queryByRole("region", { name: "Changes" })).toBeNull();
  await addWord(page, KEYWORDS, "slatted frame");
  expect(await differences()).toEqual(["Class carton, keywords slatted frame"]);
  page.reload();
  expect(await differences()).toEqual(["Class carton, keywords slatted frame"]);
  await page.fill("Note", "frames of the pier");
  await page.press("Put in force");
  await noChanges();
  expect([newest().version, newest().note]).toEqual([2, "frames of the pier"]);
  expect(newest().map.classes[0]?.keywords?.at(-1)).toBe("slatted frame");
  expect(service.asked("updateCategoryMapV1")[0]?.headers.get("If-Match")).toBe('"1"');
});

test("what the service refuses is stated with the name of its class", async () => {
  const { service } = withMap();
  service.answer("updateCategoryMapV1", () => ({
    status: 400,
    body: {
      success: false,
      error: {
        code: "VALIDATION_ERROR",
        message: "The request is not valid.",
        requestId: "01a2185ec5255dd064f6437f",
        details: [{ path: "map.classes.1.keywords.0", message: "must hold a letter or a digit" }],
      },
    },
  }));
  const page = await openPage("admin/category-map", { service });
  await openClass("pallet", page);
  await addWord(page, KEYWORDS, "plank");
  await page.press("Put in force");
  expect((await within(await changes()).findByRole("alert")).textContent).toBe(
    "The class pallet.keywords.0 must hold a letter or a digit.",
  );
  await page.press("Remove plank");
  await noChanges();
});

test("no part of the map is a text area, and a problem stands beside its row", async () => {
  const { service, newest } = withMap();
  const page = await openPage("admin/category-map", { service });
  await openClass("carton", page);
  expect(document.querySelectorAll("textarea")).toHaveLength(0);
  await page.press("Add class");
  await within(await classRow("New class")).findByText("Enter a name with a letter or a digit.");
  await page.fill("Name", "Carton");
  await within(await classRow("Carton")).findByText("Enter the plural.");
  await page.fill("Plural", "crates of wine");
  await within(await classRow("Carton")).findByText("“carton” is a name of the class carton, too.");
  const save = within(await changes()).getByRole<HTMLButtonElement>("button", { name: "Put in force" });
  expect(save.disabled).toBe(true);
  await page.press("Remove Carton");
  await noChanges();
  expect(newest().version).toBe(1);
});

test("a class states what it explains, and whether it is the bundled one", async () => {
  const { service, put, newest } = withMap();
  const page = await openPage("admin/category-map", { service });
  await within(await classRow("carton")).findByText("bundled");
  await openClass("carton", page);
  await addWord(page, KEYWORDS, "slatted frame");
  await within(await classRow("carton")).findByText("bundled, changed");
  await page.press("Add class");
  await within(await classRow("New class")).findByText("your own");
  expect(within(await classRow("New class")).getByText("nothing yet")).toBeTruthy();
  expect(put(newest().map).version).toBe(2);
});

test("a class that is not mapped yet is mapped in its row, to a class or as a new one, and taken back", async () => {
  const { service, newest } = withMap();
  const seen = (className: string, scans: number) => ({ className, scans, lastSeenAt: "2026-11-30T12:00:00.000Z" });
  service.answer("listUnmappedClassesV1", () => ok({ items: [seen("wine rack", 1_234), seen("surfboard", 9)] }));
  const page = await openPage("admin/category-map", { service });
  const unmapped = async () => within(await region("Classes that the map does not name"));
  const rows = async () => (await unmapped()).getAllByRole("row").map(({ textContent }) => textContent);
  expect((await rows())[1]).toMatch(/^wine rack1,234/);
  await page.press("Map wine rack");
  expect((await unmapped()).getByRole("alert").textContent).toBe("Choose a class first.");
  await page.choose("Map wine rack to", "to carton");
  await page.press("Map wine rack");
  await page.choose("Map surfboard to", "to ");
  await page.press("Map surfboard");
  expect(await differences()).toEqual(["Class carton, other names wine rack", "Class surfboard a new class, 0 words"]);
  await page.press("Undo for surfboard");
  expect(await differences()).toEqual(["Class carton, other names wine rack"]);
  await page.press("Put in force");
  await noChanges();
  expect(newest().map.classes[0]?.aliases).toContain("wine rack");
});

test("a version is compared with the one in force, and brought back", async () => {
  const { service, newest, put } = withMap();
  put({ ...newest().map, minConfidence: 0.3 });
  const page = await openPage("admin/category-map", { service });
  await page.user.click(await screen.findByRole("link", { name: "Version 1" }));
  await within(await region("Version 1")).findByText("Least confidence", { exact: false });
  expect(page.address()).toBe("/admin/category-map?version=1");
  await page.press("Edit with the content of version 1");
  expect(await differences()).toEqual(["Least confidence 30 %25 %"]);
});

test("what another admin has put in force is undone only by one who has seen it", async () => {
  const { service, newest, put } = withMap();
  const page = await openPage("admin/category-map", { service });
  await openClass("carton", page);
  await addWord(page, KEYWORDS, "trousers");
  put({ ...newest().map, minConfidence: 0.3 });
  await page.press("Put in force");
  await within(await changes()).findByText(/Version 2 was put in force after you began with version 1/);
  expect(service.asked("updateCategoryMapV1")).toEqual([]);
  expect(await differences()).toContain("Least confidence 30 %25 %");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Put in force" }).disabled).toBe(true);
  await page.press("Keep my map");
  await page.press("Put in force");
  await noChanges();
  expect(newest()).toMatchObject({ version: 3, map: { minConfidence: 0.25 } });
});

test("numbers are percent, lists of the release are replaced, and a new class has keywords in a new language", async () => {
  const { service, newest } = withMap();
  const page = await openPage("admin/category-map", { service });
  await page.user.click(await screen.findByText("Thresholds and general words"));
  await page.fill("Detections count from this confidence on: %", "130");
  await screen.findByText("Enter a number from 0 to 100 %");
  await page.fill("Detections count from this confidence on: %", "30");
  await page.press("As in the bundled map: Words that do not describe goods");
  await page.press("Replace: Words that do not describe goods");
  await addWord(page, "Words that do not describe goods", "cargo");
  const before = newest().map.lookAlikes ?? [];
  const row = before.length + 1;
  await page.press("Add row: Classes that a model takes for another one");
  await page.fill(`Class, row ${row}`, "carton");
  await page.fill(`Taken for, row ${row}`, "pallet");
  await page.fill(`How often, row ${row} %`, "7.5");
  await page.press("Add class");
  await page.fill("Name", "sack");
  await page.fill("Plural", "sacks");
  await page.fill("Code of another language", "it");
  await page.press("Add keywords");
  await addWord(page, "Keywords (it)", " sacco ");
  page.reload();
  await page.press("Put in force");
  await noChanges();
  expect(newest().map).toMatchObject({
    minConfidence: 0.3,
    vagueDescriptions: ["cargo"],
    lookAlikes: [...before, { class: "carton", takenFor: "pallet", rate: 0.075 }],
  });
  expect(newest().map.classes.at(-1)).toMatchObject({ name: "sack", plural: "sacks", translations: { it: ["sacco"] } });
});
