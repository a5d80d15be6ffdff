import path from "node:path";
import { lingui } from "@lingui/vite-plugin";
import { compileMessages } from "./compile-messages.ts";

/** Returns the plugins that compile Lingui's macros and catalogs to script, for Vite and for the tests. */
export const linguiPlugins = () => [
  lingui({
    configPath: path.join(import.meta.dirname, "../lingui.config.ts"),
    // Without Babel. The English texts stay in the script of the page that shows them.
    macroTransform: { macro: { descriptorFields: "message" } },
    failOnCompileError: true,
  }),
  compileMessages(),
];
