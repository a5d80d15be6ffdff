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

async function openClass(name: string, page: Awaited<ReturnType<typeof openPage>>) {
  await page.user.click(await screen.findByText(name, { selector: "summary bdi" }));
  return screen.findByLabelText<HTMLTextAreaElement>(/^Keywords where/);
}

test("each difference is shown before it is saved, kept through a reload, and put in force with a note", async () => {
  const { service, newest } = withMap();
  const page = await openPage("admin/category-map", { service });
  const keywords = await openClass("carton", page);
  expect(screen.queryByRole("region", { name: "Changes" })).toBeNull();
  await page.fill(/^Keywords where/, `${keywords.value}\nslatted frame`);
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

test("the class is named in which the service refuses a word", async () => {
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
  await page.fill(/^Keywords where/, "?");
  await page.press("Put in force");
  expect((await within(await changes()).findByRole("alert")).textContent).toBe(
    "The class pallet.keywords.0 must hold a letter or a digit.",
  );
  await page.fill(/^Keywords where/, "");
  await noChanges();
});

test("a version is compared with the one in force, and brought back", async () => {
  const { service, newest, put } = withMap();
  put({ ...newest().map, minConfidence: 0.3 });
  const page = await openPage("admin/category-map", { service });
  await page.user.click(await screen.findByRole("link", { name: "Version 1" }));
  await within(await region("Version 1")).findByText("Least confidence", { exact: false });
  expect(page.address()).toBe("/admin/category-map?version=1");
  await page.press("Edit with the content of version 1");
  expect(await differences()).toEqual(["Least confidence 0.30.25"]);
});

test("what another admin has put in force is undone only by one who has seen it", async () => {
  const { service, newest, put } = withMap();
  const page = await openPage("admin/category-map", { service });
  await openClass("carton", page);
  await page.fill(/^Keywords where/, "clothing");
  put({ ...newest().map, minConfidence: 0.3 });
  await page.press("Put in force");
  await within(await changes()).findByText(/Version 2 was put in force after you began with version 1/);
  expect(service.asked("updateCategoryMapV1")).toEqual([]);
  expect(await differences()).toContain("Least confidence 0.30.25");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Put in force" }).disabled).toBe(true);
  await page.press("Keep my map");
  await page.press("Put in force");
  await noChanges();
  expect(newest()).toMatchObject({ version: 3, map: { minConfidence: 0.25 } });
});

test("a number that cannot be read, a class without a name and a new language reach the map as they were typed", async () => {
  const { service, newest } = withMap();
  const page = await openPage("admin/category-map", { service });
  await page.press("Add class");
  await page.fill("Name", "sack");
  await page.fill("Plural", "sacks");
  await page.fill("Code of another language", "it");
  await page.press("Add keywords");
  await page.fill("Keywords (it)", " sacco \n\nsacco\nborsa");
  await page.press("Put in force");
  await noChanges();
  expect(newest().map.classes.at(-1)).toMatchObject({
    name: "sack",
    plural: "sacks",
    translations: { it: ["sacco", "borsa"] },
  });
});
