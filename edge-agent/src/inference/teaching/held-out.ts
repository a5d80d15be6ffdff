import { chancesOf, trainHead } from "./train-head.ts";

/** Figures of one answer on pictures that had not been learnt. */
export type AnswerFigures = { answer: string; pictures: number; precision: number; recall: number; f1: number };

const FOLDS = 5;

/**
 * Figures by answer on held-out pictures: each fifth is answered by a head that learnt the others. Fifths are blocks of
 * neighbours, since pictures of one load lie beside each other and must not be on both sides.
 */
export function heldOutFigures(
  rows: readonly Float32Array[],
  answers: readonly number[],
  names: readonly string[],
): AnswerFigures[] {
  const counts = names.map((_, k) => answers.filter((answer) => answer === k).length);
  const seen = names.map(() => 0);
  const folds = answers.map((answer) => {
    const place = seen[answer] ?? 0;
    seen[answer] = place + 1;
    return Math.floor((place * FOLDS) / (counts[answer] ?? 1));
  });
  const given = answers.map(() => 0);
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const kept = folds.flatMap((other, at) => (other === fold ? [] : [at]));
    const rowsOf = kept.flatMap((at) => rows[at] ?? []);
    const answersOf = kept.flatMap((at) => answers[at] ?? []);
    const { weights, biases } = trainHead(rowsOf, answersOf, { classes: names.length });
    for (const [at, row] of rows.entries())
      if (folds[at] === fold) {
        const chances = chancesOf(row, weights, biases);
        given[at] = chances.indexOf(Math.max(...chances));
      }
  }
  return figuresOf(answers, given, names);
}

/** Precision, recall and F1 of each answer. */
export function figuresOf(
  wanted: readonly number[],
  given: readonly number[],
  names: readonly string[],
): AnswerFigures[] {
  return names.map((answer, k) => {
    const pictures = wanted.filter((one) => one === k).length;
    const claimed = given.filter((one) => one === k).length;
    const right = wanted.filter((one, at) => one === k && given[at] === k).length;
    const share = (whole: number) => (whole === 0 ? 0 : right / whole);
    const f1 = (2 * right) / Math.max(1, pictures + claimed);
    return { answer, pictures, precision: share(claimed), recall: share(pictures), f1 };
  });
}
