import type { NotUnderstood } from "@container-inspection/shared-schemas/manifests";
import { t } from "@lingui/core/macro";
import { inLanguage } from "../language/in-language.ts";
import { nameOf } from "./manifest-fields.ts";

/** The values that were not understood, each with the value and the reason; `whole` names what has no path. */
export const doubtSentences = (notUnderstood: readonly NotUnderstood[], whole: string): string[] =>
  notUnderstood.map(({ path, text, ...reason }) => {
    const message = inLanguage(reason.message, [reason.message]);
    if (path === "" && text === "" && isWhole(message)) return sentence("", message);
    const name = path === "" ? whole : fieldName(path);
    return sentence(text === "" ? name : t`${name} “${text}”`, message);
  });

const isWhole = (message: string) => /^[^a-z]/.test(message);

/** A message of the service is a sentence, or what is true of the named value. */
export function sentence(subject: string, message: string): string {
  const text = subject === "" ? message : isWhole(message) ? `${subject}: ${message}` : `${subject} ${message}`;
  return text.endsWith(".") ? text : `${text}.`;
}

/** The name of a value by its path in a manifest; others keep the words of the service, or of the file. */
export function fieldName(path: string): string {
  const place = path.replace(/^declaredGoods\.\d+\./, "goods.");
  const [, position] = /^declaredGoods\.(\d+)$/.exec(place) ?? [];
  if (position !== undefined) return t`Goods, line ${Number(position) + 1}`;
  const names = [place, `${place}.value`].map((one) => [one, nameOf(one)] as const);
  return names.find(([one, name]) => one !== name)?.[1] ?? path;
}
