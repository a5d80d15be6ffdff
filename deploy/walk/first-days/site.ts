import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { cleanUpLater } from "../../../cloud/src/testing/clean-up.ts";
import { openContext } from "../../../cloud/console/tests/browser/open-console.ts";
import { freePort } from "../../demo/claim.ts";
import { type Demonstration, samplePicture, startDemonstration } from "../../demo/demonstration.ts";

type Options = NonNullable<Parameters<typeof openContext>[0]>;
export type Site = Awaited<ReturnType<typeof openSite>>;
export type Person = Awaited<ReturnType<Site["person"]>>;

/** The services share the cores with the gate, its models and the browsers. */
const ACTION_TIMEOUT_MS = 45_000;
const DESK: Options = { viewport: { width: 1280, height: 900 } };

/** The demonstration's site, and browsers for the people who work there. */
export async function openSite() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "first-days-"));
  const port = await freePort("0");
  let demonstration: Demonstration = await startDemonstration({ dataDir, port });
  cleanUpLater(() => demonstration.kill());
  const { url, admin } = demonstration;
  const app = `${url}/app`;

  return {
    url,
    admin,
    get api() {
      return demonstration.api;
    },
    sample: samplePicture,
    drop: (...picture: Parameters<Demonstration["drop"]>) => demonstration.drop(...picture),
    /** Ends the whole site without notice; resolves once nothing answers. */
    async powerFails() {
      await demonstration.kill();
      await expect.poll(() => fetch(`${url}/health`).then(() => true, () => false)).toBe(false); // prettier-ignore
    },
    async powerReturns() {
      demonstration = await startDemonstration({ dataDir, port });
    },
    /** A person at a separate browser. */
    async person(options: Options = DESK) {
      const context = await openContext(options);
      context.setDefaultTimeout(ACTION_TIMEOUT_MS);
      const complaints: string[] = [];
      context.on("weberror", (failed) => complaints.push(failed.error().message));
      return { context, complaints, page: await context.newPage(), app };
    },
  };
}

/** Fills in the form at the sign-in, on whatever page asks for it. */
export async function signIn({ page, app }: Person, { email, password }: { email: string; password: string }) {
  await page.goto(`${app}/`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}

/** Opens the link of an invite and makes the account. */
export async function acceptInvite(
  { page }: Person,
  link: string,
  { name, password }: { name: string; password: string },
) {
  await page.goto(link);
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("heading", { name: "Containers", level: 1 }).waitFor();
}
