/** Classes of models that are placards or labels of dangerous goods. */
const PLACARD = /placard|hazmat[ _-](?:label|sign)|dangerous[ _-]goods[ _-](?:label|sign)/i;

/** True for a placard or a label of dangerous goods. */
export const isPlacard = (className: string | null) => className !== null && PLACARD.test(className);
