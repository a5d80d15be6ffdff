/** 0.934 → "93 %". */
export const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Areas come as percent already: 12.345 → "12.3 %". */
export const areaPercent = (value: number) => `${value.toFixed(1)} %`;

/** 0.934 → "93.4 %"; no rule is ever fully sure. */
export const probabilityOf = (share: number) => (share >= 0.999 ? "above 99.9 %" : `${(share * 100).toFixed(1)} %`);
