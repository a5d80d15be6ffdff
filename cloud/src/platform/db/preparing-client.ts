import type { Duplex } from "node:stream";
import { Client, type ClientConfig } from "pg";
import { interceptQueries } from "./intercept-queries.ts";

/** Lists of varying length make ever new texts; each prepared one holds memory of the server. */
const MAX_PREPARED = 200;

/** The result of a begin that is not waited for; nothing reads it. */
const BEGUN = { rows: [], rowCount: null, command: "BEGIN" };

/**
 * A connection for few, frequent statements: the server parses and plans each one once, and the queries of one turn of
 * the event loop are sent in one write. The first 200 texts are prepared, later ones are sent unprepared. A transaction
 * begins with its first queries, in the same write.
 */
export class PreparingClient extends Client {
  /** A begin that the server has not confirmed yet. */
  private beginning: Promise<unknown> | undefined;
  /** True once a statement waits for that begin: those after it wait, too. */
  private isHolding = false;

  constructor(config?: string | ClientConfig) {
    super(config);
    const names = new Map<string, string>();
    interceptQueries(this, (send, [statement, values, ...rest]) => {
      gatherWrites(this.socket);
      const text = isUnnamed(statement) ? statement.text : undefined;
      if (text === "begin") return this.begin(send(statement, values, ...rest));
      const named = Array.isArray(values) && values.length > 0 ? withName(statement, names) : statement;
      return this.sendWithin(text, () => send(named, values, ...rest));
    });
  }

  private begin(sent: unknown): unknown {
    if (!(sent instanceof Promise)) return sent;
    this.beginning = sent;
    this.isHolding = false;
    const end = () => {
      if (this.beginning === sent) this.beginning = undefined;
    };
    sent.then(end).catch((error: Error) => {
      end();
      this.socket.destroy(error);
    });
    return Promise.resolve(BEGUN);
  }

  /**
   * Sends a query at once. Anything else waits until its transaction has begun: where the server refuses that, a write
   * on its way would be kept, though its transaction is not. The connection ends there.
   */
  private sendWithin(text: string | undefined, send: () => unknown): unknown {
    const { beginning } = this;
    if (!beginning) return send();
    this.isHolding ||= !text?.startsWith("select ");
    return this.isHolding ? beginning.then(send) : send();
  }

  private get socket(): Duplex {
    return Reflect.get(this, "connection").stream;
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
function gatherWrites(stream: Duplex): void {
  stream.cork();
  process.nextTick(() => stream.uncork());
}
