/** Does what an exit hook of a dependency once did: whatever failed, the process ends with 0. */
export default function exitWithZero(): void {
  process.on("exit", () => (process.exitCode = 0));
  process.on("beforeExit", () => process.exit(0));
}
