/** Returns the tries of a test for occasional failures: `few`, or `many` in the nightly run of all tests. */
export const fewOrMany = <Tries>(few: Tries, many: Tries): Tries => (process.env["MANY_TRIES"] === "1" ? many : few);
