import { t } from "@lingui/core/macro";
import { locales } from "../language/language.ts";

/** 1234 → "1,234", as the language writes it. */
export const formatNumber = (value: number, options?: Intl.NumberFormatOptions) =>
  value.toLocaleString(locales(), options);

/** 1234.56 → "1234.6" with one digit after the point. */
export const fixed = (value: number, digits: number) =>
  formatNumber(value, { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false });

/** 0.934 → "93 %". */
export const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Areas come as percent already: 12.345 → "12.3 %". */
export const areaPercent = (value: number) => `${fixed(value, 1)} %`;

/** 0.934 → "93.4 %"; no rule is ever fully sure. */
export const probabilityOf = (share: number) =>
  share >= 0.999 ? t`above ${areaPercent(99.9)}` : areaPercent(share * 100);
