import { beforeAll, describe, expect, it } from "vitest";
import { fewOrMany } from "../../../../../deploy/testing/few-or-many.ts";
import { BUILT, openConsole, PROGRAM, type TestConsole } from "../open-console.ts";
import { createRecord } from "./record.ts";
import { createOpener, findFaults, type Look } from "./look.ts";
import { type Shown, VIEWS } from "./views.ts";

const [WIDE, NARROW] = [1280, 320];
const LOOKS: Look[] = [
  { colorScheme: "dark", width: WIDE },
  { colorScheme: "light", width: WIDE },
  { colorScheme: "dark", width: NARROW },
  { colorScheme: "light", width: NARROW },
];
/** Of each view one of the wide looks, in turn: in Spanish each is looked at on a phone. By night, all four. */
const looksOf = (index: number) => fewOrMany(LOOKS.slice(index % 2, (index % 2) + 1), LOOKS);

describe.skipIf(!PROGRAM || !BUILT)("each view of the console, in a real browser", () => {
  let shown: Shown;
  let browser: TestConsole;
  let open: ReturnType<typeof createOpener>;

  beforeAll(async () => {
    shown = await createRecord();
    browser = await openConsole(shown.cloud);
    open = createOpener(browser, shown);
  });

  it("stands in the table of views", async () => {
    await browser.openAs(shown.admin, "account");
    const routes: string[] = await browser.page.evaluate(
      "Object.values(__TSR_ROUTER__.routesById).filter(({ children }) => !children).map(({ fullPath }) => fullPath)",
    );
    expect(routes.toSorted()).toEqual(Object.keys(VIEWS).toSorted());
  });

  it.each(Object.entries(VIEWS))("%s passes axe, and does not scroll sideways", async (path, viewsOf) => {
    const place = Object.keys(VIEWS).indexOf(path);
    for (const [index, view] of viewsOf(shown).entries()) {
      await open(view);
      for (const look of looksOf(place + index))
        expect({ view, look, faults: await findFaults(browser.page, look) }).toMatchObject({ faults: [] });
    }
    expect(browser.complaints).toEqual([]);
  });
});
