/** Everything that the address keeps is optional: an address without it shows the default. */
export type Search = Record<string, unknown>;
export type Paged = { cursor?: string };

/** The text of a search parameter; undefined where it is missing or empty. */
export function textIn(search: Search, name: string): string | undefined {
  const value = search[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A search parameter that is one of these words; undefined for all others. */
export const wordIn = <Word extends string>(search: Search, name: string, words: readonly Word[]): Word | undefined =>
  words.find((word) => word === search[name]);

/** A search parameter that is an integer from 1 on. */
export function numberIn(search: Search, name: string): number | undefined {
  const value = Number(search[name]);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

/** A search parameter that is a day of the calendar, such as 2026-11-23. */
export function dayIn(search: Search, name: string): string | undefined {
  const value = textIn(search, name);
  return value !== undefined && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
}

/** Addresses hold plain text: `?q=305&status=HELD`. */
export const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(search: Search): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}
