import path from "node:path";
import { getCatalogs } from "@lingui/cli/api";
import { getConfig } from "@lingui/conf";
import { afterAll, beforeAll } from "vitest";
import { i18n } from "../../../src/language/i18n.ts";

const configPath = path.resolve(import.meta.dirname, "../../../lingui.config.ts");

/** Shows pages in a language, by its catalog, to the tests of a `describe`. All files of a worker share the language. */
export function showIn(language: string): void {
  beforeAll(async () => {
    const [catalog] = await getCatalogs(getConfig({ configPath }));
    const read = Object.entries((await catalog?.read(language)) ?? {});
    const messages = Object.fromEntries(read.map(([id, { translation = "" }]) => [id, translation]));
    i18n.loadAndActivate({ locale: language, messages });
  });
  afterAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));
}
