import { beforeAll, describe, expect, it } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../guarantees/testing.ts";
import { BUILT, openConsole, PROGRAM, type TestConsole } from "./testing.ts";

const DAY_MS = 86_400_000;

describe.skipIf(!PROGRAM || !BUILT)("a container that has been here before, in a real browser", () => {
  let { page, openAs, complaints }: Partial<TestConsole> = {};
  let ann: TestUser | undefined;
  let containerId: string;

  beforeAll(async () => {
    const test = await createTestApp();
    ann = await test.signIn("operator");
    const { scan } = edgeSender(test);
    for (const [days, className] of [[10, "drum"], [1, "carton"]] as const) {
      const timestamp = new Date(test.parts.nowMs() - days * DAY_MS).toISOString();
      const detections = [{ class_name: className, confidence: 0.9 }];
      const body = await scanBody({ timestamp, detections, user_email: ann.email });
      containerId = (await scan("CSQU3054383", body)).body.data.containerId;
    }
    ({ page, openAs, complaints } = await openConsole(test));
  }); // prettier-ignore

  it("lists its visits; an older one is shown with its own scan, and its report", async () => {
    await openAs!(ann!, `containers/${containerId}`);
    await page!.getByRole("row", { name: /carton/ }).waitFor();
    await page!.getByRole("link", { name: "Visit 1" }).click();
    await page!.getByRole("row", { name: /drum/ }).waitFor();
    expect(await page!.getByRole("row", { name: /carton/ }).count()).toBe(0);
    expect(await page!.getByRole("button", { name: /Escalate/ }).count()).toBe(0);
    await page!.getByRole("link", { name: "Report" }).click();
    await page!.getByText(/Visit 1, as of/).waitFor();
    await page!.goBack();
    await page!.getByRole("link", { name: "Visit 2" }).click();
    await page!.getByRole("row", { name: /carton/ }).waitFor();
    expect(complaints).toEqual([]);
  });
});
