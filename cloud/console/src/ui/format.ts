/** 0.934 → "93 %". */
export const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Areas come as percent already: 12.345 → "12.3 %". */
export const areaPercent = (value: number) => `${value.toFixed(1)} %`;
