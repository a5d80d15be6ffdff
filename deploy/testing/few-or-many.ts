/** What a test tries: `few` of what may fail only now and then, or `many` in the nightly run of all tests. */
export const fewOrMany = <Tries>(few: Tries, many: Tries): Tries => (process.env["MANY_TRIES"] === "1" ? many : few);
