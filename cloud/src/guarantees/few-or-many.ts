/** How often a test tries what may fail only now and then: `few` times, or `many` in the nightly run of all tests. */
export const fewOrMany = (few: number, many: number) => (process.env["MANY_TRIES"] === "1" ? many : few);
