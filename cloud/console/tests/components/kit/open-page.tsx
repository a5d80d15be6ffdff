import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { screen, waitFor, within } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished } from "vitest";
import { createConsoleRouter } from "../../../src/router.tsx";
import { exampleOf, type ReplyOf } from "./contract.ts";
import { fakeService, type FakeService } from "./fake-service.ts";

type Role = "operator" | "supervisor" | "admin";
type Name = string | RegExp;
type Options = {
  as?: Role;
  /** The time zone that the user has chosen; that of the device without it. */
  timeZone?: string;
  /** The answers of the service, stated before the page is opened. */
  service?: FakeService;
};

/** Returns the signed-in user with this role. */
const meAs = (role: Role, timeZone: string | null): ReplyOf<"getMeV1", 200>["data"] => ({
  ...exampleOf("getMeV1", 200).data,
  role,
  timeZone,
  email: "ann@example.com",
});

/** Renders the console at a place, such as `admin/users`, signed in with a role. */
export async function openPage(place: string, { as = "admin", timeZone, service = fakeService() }: Options = {}) {
  service.answer("getMeV1", { success: true, data: meAs(as, timeZone ?? null) });
  let { router, root } = renderAt(place);
  onTestFinished(() => {
    root.unmount();
    document.body.replaceChildren();
  });
  const user = userEvent.setup({ delay: null });
  return {
    user,
    service,
    /** The address under /app, with its search parameters. */
    address: () => router.state.location.href.replace(/^\/app/, ""),
    /** Loads the page again at its address; only data stored by the tab and the browser remains. */
    reload: () => {
      const { href } = router.state.location;
      root.unmount();
      ({ router, root } = renderAt(href.replace(/^\/app\//, "")));
    },
    /** Refreshes the shown data, as after a live event, a poll, or the return to the tab. */
    readAgain: () => router.options.context.queries.invalidateQueries(),
    press: async (name: Name, place: HTMLElement = document.body) =>
      user.click(await enabled(() => within(place).getByRole("button", { name }))),
    /** Answers the question that the page asks. */
    confirm: async (action: string) =>
      user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: action })),
    fill: async (label: Name, text: string, place: HTMLElement = document.body) => {
      const field = await enabled(() => within(place).getByLabelText(label));
      await user.clear(field);
      if (text === "") return;
      await user.click(field);
      await user.paste(text);
    },
    choose: async (label: Name, option: string, place: HTMLElement = document.body) =>
      user.selectOptions(await enabled(() => within(place).getByLabelText(label)), option),
  };
}

/** Waits, as a user does, until a control exists and can be used. */
const enabled = (find: () => HTMLElement): Promise<HTMLElement> =>
  waitFor(() => {
    const control = find();
    expect(control).not.toHaveProperty("disabled", true);
    expect(control.getAttribute("aria-disabled")).not.toBe("true");
    return control;
  });

function renderAt(place: string) {
  const router = createConsoleRouter(createMemoryHistory({ initialEntries: [`/app/${place}`] }));
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  root.render(
    <QueryClientProvider client={router.options.context.queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { router, root };
}

export const row = (name: Name) => screen.findByRole("row", { name });
export const region = (name: Name) => screen.findByRole("region", { name });
/** Waits until a query no longer finds an element on the page. */
export const disappeared = (find: () => Element | null) => waitFor(() => expect(find()).toBeNull());
/** The texts of all elements that a selector finds. */
export const textsOf = (selector: string, place: ParentNode = document): string[] =>
  [...place.querySelectorAll(selector)].map(({ textContent }) => textContent ?? "");
