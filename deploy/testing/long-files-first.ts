import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import durations from "./durations.json" with { type: "json" };

/** Files that take longer than this come before all others. Below it, changing between projects would cost more. */
const LONG_SECONDS = 30;

/** Duration in seconds of each file of 5 s or more on two cores, as a run of all tests printed it. */
export const secondsOf: ReadonlyMap<string, number> = new Map(Object.entries(durations));

/**
 * Begins with the longest files, so that at the end of the run no worker waits for one of them; then project by
 * project, as a worker that changes to another one loads its modules again, with the longest files of each first.
 */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const seconds = ({ moduleId }: TestSpecification) => secondsOf.get(path.relative(root, moduleId)) ?? 0;
    const longestFirst = (await super.sort(files)).toSorted((one, other) => seconds(other) - seconds(one));
    const rest = longestFirst.filter((file) => seconds(file) <= LONG_SECONDS);
    const byProject = Map.groupBy(rest, ({ project }) => project.name);
    return [...longestFirst.filter((file) => seconds(file) > LONG_SECONDS), ...[...byProject.values()].flat()];
  }
}
