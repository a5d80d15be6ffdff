import { screen, waitFor, within } from "@testing-library/dom";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { type FakeService, fakeService, ok } from "./kit/fake-service.ts";
import { disappeared, openPage, textsOf } from "./kit/open-page.tsx";

const example = exampleOf("getContainerV1", 200).data;
const containerOf = (containerNumber: string, index = 0): typeof example => ({
  ...example,
  id: `${example.id.slice(0, -3)}${String(index).padStart(3, "0")}`,
  containerNumber,
});
const numbers = () => textsOf(".explore-row .number");

/** Rows have no height in happy-dom, and the list renders those that the window shows. */
beforeEach(() => {
  const height = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(75);
  onTestFinished(() => height.mockRestore());
});

function withContainers(named: string[]): { service: FakeService; containers: (typeof example)[] } {
  const service = fakeService();
  const containers = named.map(containerOf);
  service.answer("listContainersV1", () => ok({ items: containers, nextCursor: null }));
  service.answer("getContainerV1", ({ path }) => ok(containers.find(({ id }) => id === path["id"])!));
  return { service, containers };
}

test("containers are narrowed by facets with counts, which the address keeps", async () => {
  const { service } = withContainers(["TGHU7599330"]);
  const { choose, press, reload, address } = await openPage("containers", { service });
  await screen.findByRole("option", { name: "drum (9)" });
  await choose("Class", "drum");
  await waitFor(() => expect(service.asked("listContainersV1").at(-1)?.query).toMatchObject({ class: "drum" }));
  expect(service.asked("getContainerFacetsV1").at(-1)?.query).toMatchObject({ class: "drum" });
  service.answer("listContainersV1", ok({ items: [], nextCursor: null }).body);
  await choose("Status", "SCANNED");
  await screen.findByText("No matching containers");
  expect(address()).toBe("/containers?class=drum&status=SCANNED");
  reload();
  await screen.findByText("No matching containers");
  expect(screen.getByLabelText<HTMLSelectElement>("Class").value).toBe("drum");
  await press("Clear filters");
  await waitFor(() => expect(address()).toBe("/containers"));
  await screen.findByText("No containers yet");
});

test("a row states why its container must not pass, and nothing once it was cleared", async () => {
  const { service, containers } = withContainers(["TGHU7599330", "CSQU3054383"]);
  const standing = {
    escalationId: "0".repeat(24),
    grounds: "The picture shows 1 weapon.",
    scanId: null,
    at: example.createdAt,
  };
  const decided = { ...standing, reason: "seen", by: null };
  const items = [
    { ...containers[0]!, status: "HELD" as const, standing: { ...decided, kind: "hold" as const } },
    { ...containers[1]!, status: "CLEARED" as const, standing: { ...decided, kind: "clear" as const } },
  ];
  service.answer("listContainersV1", ok({ items, nextCursor: null }).body);
  await openPage("containers", { service });
  await screen.findByText("The picture shows 1 weapon.");
  expect(textsOf(".row-why")).toEqual(["The picture shows 1 weapon."]);
});

test("an operator without containers is led to the shifts, and learns that others' containers are not shown", async () => {
  const { service } = withContainers([]);
  const { user, address } = await openPage("containers", { service, as: "operator" });
  await user.click(await screen.findByRole("link", { name: "Take a lane" }));
  await waitFor(() => expect(address()).toBe("/shifts"));
  await openPage("containers?q=CSQU", { service, as: "operator" });
  await screen.findByText(/Containers of other operators are not shown/);
});

test("a container is added by hand, with the check digit checked while it is typed", async () => {
  const { service } = withContainers([]);
  service.refuse("createContainerV1", 409, "CONTAINER_NUMBER_TAKEN", "A container with this number already exists.");
  const { press, fill, address } = await openPage("containers", { service });
  await press("Add container");
  const dialog = await screen.findByRole("dialog", { name: "Add a container" });
  await fill("Container number", "CSQU3054384", dialog);
  await within(dialog).findByText("check digit wrong");
  await fill("Container number", "csqu 305438 3", dialog);
  await within(dialog).findByText("check digit right");
  await fill("Size-type code", "long", dialog);
  await press("Add container", dialog);
  await within(dialog).findByText(/^The size-type code must have/);
  expect(service.asked("createContainerV1")).toEqual([]);
  await fill("Size-type code", "45G1", dialog);
  await press("Add container", dialog);
  await within(dialog).findByText("A container with this number already exists.");
  service.answer("createContainerV1", ({ body }) => ({
    status: 201,
    body: { success: true, data: { ...exampleOf("createContainerV1", 201).data, ...body } },
  }));
  service.answer("getContainerV1", ok(containerOf("CSQU3054383")).body);
  await press("Add container", dialog);
  await screen.findByRole("heading", { level: 1, name: "CSQU3054383" });
  expect(service.asked("createContainerV1").at(-1)?.body).toEqual({ containerNumber: "CSQU3054383", sizeType: "45G1" });
  expect(address()).toMatch(/^\/containers\/[0-9a-f]{24}$/);
});

test("the list is read on by the user after a page could not be read", async () => {
  const service = fakeService();
  const items = Array.from({ length: 20 }, (_, index) => containerOf(`BOX-${index}`, index));
  let canRead = false;
  service.answer("listContainersV1", ({ query }) => {
    if (query["cursor"] === undefined) return ok({ items, nextCursor: "further" });
    if (canRead) return ok({ items: [containerOf("BOX-20", 20)], nextCursor: null });
    return {
      status: 400,
      body: { success: false, error: { code: "VALIDATION_ERROR", message: "No", requestId: "1" } },
    };
  });
  const { press, readAgain } = await openPage("containers", { service });
  await screen.findByText(/^The list cannot be updated/);
  // Refreshing the shown containers does not retry the failed page.
  await readAgain();
  canRead = true;
  await press("Show more");
  await disappeared(() => screen.queryByText(/^The list cannot be updated/));
  await disappeared(() => screen.queryByRole("button", { name: "Show more" }));
  // Scrolling read it once, and the user once.
  expect(service.asked("listContainersV1").filter(({ query }) => query["cursor"] === "further")).toHaveLength(2);
});

test("containers keep their places while one is selected, and follow the changes there", async () => {
  const { service, containers } = withContainers(["BOX-1", "BOX-2", "BOX-3"]);
  const { readAgain, user } = await openPage("containers", { service });
  await user.click(await screen.findByLabelText("Select BOX-1"));
  await screen.findByText("1 selected");
  const [first, second, third] = containers.splice(0);
  containers.push(containerOf("NEW-1", 7), { ...second!, status: "ESCALATED" }, first!);
  service.answer("getContainerV1", ({ path }) => {
    const found = containers.find(({ id }) => id === path["id"]);
    const error = { code: "CONTAINER_NOT_FOUND" as const, message: "Container not found.", requestId: "1" };
    return found ? ok(found) : { status: 404, body: { success: false, error } };
  });
  await readAgain();
  await screen.findByRole("button", { name: "Show the newest activity" });
  await disappeared(() => screen.queryByText("BOX-3"));
  expect(service.asked("getContainerV1").map(({ path }) => path["id"])).toEqual([third!.id]);
  expect(numbers()).toEqual(["BOX-1", "BOX-2"]);
  expect(screen.getByRole("row", { name: /BOX-2/ }).textContent).toContain("escalated");
});

test("supervisors select containers and hand them over, and each refusal is named", async () => {
  const { service, containers } = withContainers(["BOX-1", "BOX-2"]);
  service.refuse("setContainerOwnerV1", 404, "USER_NOT_FOUND", "No active account has this address.");
  const { user, fill, press } = await openPage("containers", { service, as: "supervisor" });
  for (const number of ["BOX-1", "BOX-2"]) await user.click(await screen.findByLabelText(`Select ${number}`));
  await screen.findByText("2 selected");
  await fill("New owner", "none@example.com");
  await press("Hand over");
  await screen.findByText(/BOX-1: No active account.*BOX-2: No active account/);
  const { owner } = example;
  service.answer("setContainerOwnerV1", ({ path }) =>
    ok({ ...containers.find(({ id }) => id === path["id"])!, owner }),
  );
  await fill("New owner", "bob@example.com");
  await press("Hand over");
  await disappeared(() => screen.queryByText("2 selected"));
  await screen.findByText("2 of 2 handed over to bob@example.com");
  await press("Undo");
  await screen.findByText("Undone");
  expect(
    service
      .asked("setContainerOwnerV1")
      .slice(-2)
      .map(({ body }) => body),
  ).toEqual([{ ownerId: owner.id }, { ownerId: owner.id }]);
});

test("operators select none", async () => {
  const { service } = withContainers(["BOX-1"]);
  await openPage("containers", { service, as: "operator" });
  await screen.findByRole("link", { name: "BOX-1" });
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test.each([
  [{ count: 812, isExact: true }, "812 containers", []],
  [{ count: 1, isExact: true }, "1 container", []],
  [{ count: 59_000, isExact: false }, "~59 k containers", ["about 59,000 containers"]],
  [{ count: 1_200_000, isExact: false }, "~1.2 M containers", ["about 1,200,000 containers"]],
])("a count is exact, or is stated as an estimate: %j", async (total, shown, read) => {
  const { service } = withContainers(["TGHU7599330"]);
  const { facets, ...rest } = exampleOf("getContainerFacetsV1", 200).data;
  const sack = { value: "sack", name: null, count: 500, isExact: false as const };
  service.answer("getContainerFacetsV1", ok({ ...rest, facets: { ...facets, class: [sack] }, total }).body);
  await openPage("containers", { service });
  await screen.findByText(shown);
  expect(textsOf(".page-head .faint .unseen")).toEqual(read);
  const titles = [...document.querySelectorAll<HTMLElement>(".page-head [title]")].map(({ title }) => title);
  expect(titles.filter((title) => /^About [\d,]+: the estimate of the database/.test(title))).toHaveLength(read.length);
  expect(screen.getByRole("option", { name: "sack (500+)" })).toBeTruthy();
});

test.each([
  ["manifests", "listManifestsV1", "1 manifest"],
  ["escalations", "listEscalationsV1", "1 escalation"],
  ["admin/audit-log", "listAuditLogV1", "1 entry"],
  ["devices", "listEdgeDevicesV1", "1 device"],
] as const)("the page %s counts its list", async (page, operation, text) => {
  const service = fakeService();
  const total = { count: 1, isExact: true };
  service.answer(operation, ok({ items: [], nextCursor: null, total }).body);
  await openPage(page, { service });
  await screen.findByText(text);
  expect(service.asked(operation).at(-1)?.query).toMatchObject({ total: "true" });
});
