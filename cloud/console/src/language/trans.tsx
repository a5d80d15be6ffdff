import { type TransProps, TransNoContext } from "@lingui/react/server";
import { i18n } from "./i18n.ts";

/**
 * Component that replaces Lingui's `<Trans>`, by the name `#trans`. It needs no context, because the language changes
 * only when the page is loaded.
 */
export const Trans = (props: TransProps) => <TransNoContext {...props} lingui={{ i18n }} />;
