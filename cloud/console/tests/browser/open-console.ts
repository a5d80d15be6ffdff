import { existsSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { toolAt } from "../../../../deploy/testing/needs.ts";
import { QUIET } from "../../../src/testing/chromium.ts";
import { createApp } from "../../../src/app.ts";
import { cleanUpLater } from "../../../src/testing/clean-up.ts";
import { startServer } from "../../../src/platform/http/start-server.ts";
import type { TestApp, TestUser } from "../../../src/testing/app.ts";

const INDEX = path.resolve(import.meta.dirname, "../../dist/index.html");

/** The account that a new installation has. */
export const ADMIN = { email: "admin@localhost", password: "a long enough password" };

/** A name of this machine that browsers do not trust as they trust `localhost`: its pages have no secure context. */
export const UNTRUSTED_HOST = "plain.example";

const ARGUMENTS = [...QUIET, `--host-resolver-rules=MAP ${UNTRUSTED_HOST} 127.0.0.1`];

/** Time in ms for which requests of closed pages may take to end before the database and the files are removed. */
export const CLEAN_UP_MS = 120_000;

type Chromium = "chromium" | "chromium with windows";

const launched = new Map<string, Promise<Browser>>();

/** A fresh context, closed after the test or file, in the one browser of this worker, which ends with the worker. */
export async function openContext(
  options?: BrowserContextOptions,
  tool: Chromium = "chromium",
): Promise<BrowserContext> {
  if (!existsSync(INDEX)) throw new Error("the console is not built: npm run set-up");
  const program = toolAt(tool);
  const browser = launched.get(program) ?? chromium.launch({ executablePath: program, args: ARGUMENTS });
  launched.set(program, browser);
  const context = await (await browser).newContext(options);
  cleanUpLater(() => context.close());
  context.setDefaultTimeout(120_000);
  return context;
}

type Session = { base: string; token: string };

/** Signs in all pages of a browser at the console with this address. */
export const signIn = (page: Page, { base, token }: Session): Promise<void> =>
  page.context().addCookies([{ name: "token", value: token, url: base }]);

/** Opens a place of the console, signed in. */
export async function signedInPage(page: Page, session: Session, place: string): Promise<void> {
  await signIn(page, session);
  await page.goto(`${session.base}/${place}`);
}

export type TestConsole = {
  page: Page;
  /** Opens a place of the console, signed in as this user. */
  openAs: (user: TestUser, place: string) => Promise<void>;
  /** The address of the console, without a slash at its end. */
  base: string;
  /** Takes the service away, and brings it back at the same address. */
  server: { stop: () => Promise<void>; start: () => Promise<void> };
  /** Errors of the pages' scripts so far. */
  complaints: string[];
};

/** A page in a real browser, on a server whose origin the app trusts; both are closed after the file's tests. */
export async function openConsole({ parts }: TestApp, tool: Chromium = "chromium"): Promise<TestConsole> {
  const appAt = (port: number) => {
    // Passkeys belong to a name, never to an address.
    const trustedOrigins = ["127.0.0.1", "localhost", UNTRUSTED_HOST].map((host) => `http://${host}:${port}`);
    return createApp({ ...parts, settings: { ...parts.settings, trustedOrigins } });
  };
  const startAt = (port: number) => startServer(appAt, { port, host: "127.0.0.1", newId: parts.newId });
  let running: Awaited<ReturnType<typeof startAt>> | undefined = await startAt(0);
  const { port } = running;
  const server = {
    stop: async () => {
      await running?.stop(0);
      running = undefined;
    },
    start: async () => {
      running = await startAt(port);
    },
  };
  // Pages that are closed leave requests under way, such as one that draws and stores a thumbnail.
  cleanUpLater(async () => running?.stop(CLEAN_UP_MS));
  const context = await openContext({ viewport: { width: 1280, height: 900 } }, tool);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  const base = `http://127.0.0.1:${port}/app`;
  const openAs = async (user: TestUser, place: string) => {
    await signedInPage(page, { base, token: user.token }, place);
    await page.getByRole("button", { name: "Account menu" }).waitFor();
  };
  return { page, base, server, openAs, complaints };
}
