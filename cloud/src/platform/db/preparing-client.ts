import { Client, type ClientConfig } from "pg";
import { interceptQueries } from "./intercept-queries.ts";

/** Lists of varying length make ever new texts; each prepared one holds memory of the server. */
const MAX_PREPARED = 200;

/**
 * A connection for few, frequent statements: the server parses and plans each one once, and the queries of one turn of
 * the event loop are sent in one write. The first 200 texts are prepared, later ones are sent unprepared.
 */
export class PreparingClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const names = new Map<string, string>();
    interceptQueries(this, (send, [statement, values, ...rest]) => {
      gatherWrites(Reflect.get(this, "connection"));
      const named = Array.isArray(values) && values.length > 0 ? withName(statement, names) : statement;
      return send(named, values, ...rest);
    });
  }
}

function withName(statement: unknown, names: Map<string, string>): unknown {
  if (!isUnnamed(statement)) return statement;
  const { text } = statement;
  if (!names.has(text) && names.size < MAX_PREPARED) names.set(text, `s${names.size}`);
  return { ...statement, name: names.get(text) };
}

const isUnnamed = (statement: unknown): statement is { text: string } =>
  typeof statement === "object" &&
  statement !== null &&
  "text" in statement &&
  !("name" in statement && statement.name);

/** Buffers writes to the server until everything that is ready to run has run. */
function gatherWrites({ stream }: { stream: { cork: () => void; uncork: () => void } }): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}
