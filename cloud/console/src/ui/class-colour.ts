/** Eight colours that stay apart from each other on wood, steel and shadow. */
export const FIRST_COLOUR = "#e0a458";
export const COLOURS = [FIRST_COLOUR, "#5aa9e6", "#e4572e", "#76b041", "#b07bd6", "#3ec1b0", "#f2d043", "#f285b5"];
/** The classes that the bundled model of loads knows. */
export const BUNDLED_CLASSES = ["carton", "pallet", "drum", "sack", "crate", "roll", "machinery", "vehicle"];

/** One colour per class name, the same on every page and every visit. */
export function classColour(className: string): string {
  const known = BUNDLED_CLASSES.indexOf(className);
  const place =
    known >= 0 ? known : Array.from(className).reduce((sum, letter) => sum * 31 + (letter.codePointAt(0) ?? 0), 7);
  return COLOURS[place % COLOURS.length] ?? FIRST_COLOUR;
}
