import { setupI18n } from "@lingui/core";

/** Instance that Lingui's macros call by the name `#i18n`. English needs no catalog: its texts are in the sources. */
export const i18n = setupI18n({ locale: "en", messages: { en: {} } });

// The build has compiled all messages (build/compile-messages.ts).
if (import.meta.env?.PROD) i18n.setMessagesCompiler((message) => [message]);
