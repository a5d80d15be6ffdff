import { screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { fakeService, ok } from "./kit/fake-service.ts";
import { disappeared, openPage, textsOf } from "./kit/open-page.tsx";

const [example] = exampleOf("listPassagesV1", 200).data.items;
type Passage = NonNullable<typeof example>;

const idOf = (index: number) => String(index).padStart(24, "0");
const containerOf = (containerNumber: string, position: string | null = null): Passage["containers"][number] => ({
  position,
  container: { id: idOf(900), containerNumber, numberCheck: "not-iso6346" },
  isUnidentified: true,
  assigned: null,
});
const passageOf = (index: number, changes: Partial<Passage> = {}): Passage => ({
  id: idOf(index),
  deviceId: "gate-1",
  passageId: `p-${index}`,
  firstAt: "2026-11-03T09:00:00.000Z",
  lastAt: "2026-11-03T09:01:00.000Z",
  lane: { id: idOf(800), name: "North 1" },
  containers: [containerOf(`UNIDENTIFIED-North-1-${index}`)],
  pictures: ["scan", "evidence"].map((kind, at) => ({
    kind: kind === "scan" ? "scan" : "evidence",
    id: `${kind}-${index}`,
    containerId: idOf(900),
    position: null,
    cameraId: at === 0 ? "top" : "rear",
    takenAt: "2026-11-03T09:00:00.000Z",
  })),
  previous: null,
  next: null,
  ...changes,
});

function withPassages(items: Passage[]) {
  const service = fakeService();
  service.answer("listPassagesV1", ({ query }) =>
    ok({ items: query["state"] === "assigned" ? [] : items, nextCursor: null }),
  );
  service.answer("getPassageSuggestionsV1", ({ query }) =>
    ok({
      items: [
        {
          containerNumber: "CSQU3054383",
          numberCheck: "valid" as const,
          containerId: null,
          reason: "expected" as const,
        },
        {
          containerNumber: "MSKU9070323",
          numberCheck: "valid" as const,
          containerId: idOf(700),
          reason: "neighbour" as const,
        },
      ].filter(({ containerNumber }) => containerNumber.includes(query["part"] ?? "")),
    }),
  );
  service.answer("assignPassageV1", ({ path, body }) => {
    const [index] = [items.findIndex(({ id }) => id === path["id"])];
    const [named] = items.splice(index, 1);
    return ok({ ...named!, containers: [containerOf(body.containerNumber)] });
  });
  return service;
}

test("a vehicle is shown with its pictures side by side and its neighbours, and a suggested number names it", async () => {
  const { containers: _, ...beside } = passageOf(7);
  const neighbour = { ...beside, containers: [containerOf("MSKU9070323")] };
  const items = [passageOf(1, { previous: neighbour }), passageOf(2)];
  const service = withPassages(items);
  const { press, address } = await openPage("passages", { service });
  await screen.findByText("a manifest waits for it");
  expect(textsOf(".passage-pictures bdi")).toEqual(["top", "rear"]);
  expect(screen.getByText("Before it:").parentElement?.textContent).toContain("MSKU9070323");
  expect(screen.getByText("After it:").parentElement?.textContent).toContain("none is known");
  await press(/CSQU3054383/);
  await waitFor(() =>
    expect(service.asked("assignPassageV1")).toMatchObject([
      { path: { id: idOf(1) }, body: { containerNumber: "CSQU3054383" } },
    ]),
  );
  await waitFor(() => expect(address()).toBe(`/passages?id=${idOf(2)}`));
  await screen.findByText("The vehicle is CSQU3054383", { selector: ".toast *" });
});

test("a wrong name is undone: the vehicle is given its former number", async () => {
  const service = withPassages([passageOf(1), passageOf(2)]);
  const { press } = await openPage("passages", { service });
  await screen.findByText("a manifest waits for it");
  await press(/MSKU9070323/);
  await press("Undo");
  await waitFor(() => expect(service.asked("assignPassageV1")).toHaveLength(2));
  expect(service.asked("assignPassageV1").at(-1)).toMatchObject({
    path: { id: idOf(1) },
    body: { containerNumber: "UNIDENTIFIED-North-1-1" },
  });
});

test("a number that is typed narrows what is suggested, and names the container that was chosen", async () => {
  const containers = ["front", "rear"].map((position) => containerOf("UNIDENTIFIED-North-1-1", position));
  const service = withPassages([passageOf(1, { containers })]);
  const { fill, press } = await openPage("passages", { service });
  await press("rear");
  await fill("Container number", "CSQU305438");
  await disappeared(() => screen.queryByText("the vehicle beside it"));
  await fill("Container number", "csqu 305438-3");
  await press("Name it");
  await waitFor(() =>
    expect(service.asked("assignPassageV1")).toMatchObject([
      { body: { containerNumber: "CSQU3054383", position: "rear" } },
    ]),
  );
  await screen.findByText("Every vehicle has its container number.");
});

test("a refusal is named, and the vehicle stays", async () => {
  const service = withPassages([passageOf(1)]);
  service.refuse("assignPassageV1", 409, "CONTAINER_HELD", "The container is held.");
  const { press } = await openPage("passages", { service });
  const form = await screen.findByRole("region", { name: "Name its container" });
  await press(/CSQU3054383/, form);
  await within(form).findByText("The container is held.");
  expect(textsOf(".queue .number")).toEqual(["no number"]);
});
