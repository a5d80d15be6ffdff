import { type TransProps, TransNoContext } from "@lingui/react/server";
import { i18n } from "./i18n.ts";

/**
 * What `<Trans>` of Lingui becomes, by the name `#trans`. The language changes with a load of the page alone: it needs
 * no context.
 */
export const Trans = (props: TransProps) => <TransNoContext {...props} lingui={{ i18n }} />;
