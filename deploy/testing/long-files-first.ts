import path from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that play videos, cut the power or start whole programs: each takes up to a minute or more. */
const LONG =
  /^(deploy\/(walk|power-cut)\/[^/]+|edge-agent\/src\/(cameras|commands|outbox)\/(file|run|scan|kill)|cloud\/src\/main)\.test\.ts$/;

/** Begins with the longest files, so that at the end of the run no worker waits for one of them. */
export class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(path.relative(root, moduleId));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
