import { DuckDBInstance } from "@duckdb/node-api";
import { quote } from "./quote.ts";

export type DuckDbLimits = { memoryMb: number; threads: number };

/** One query engine; its tables end with it. */
export type DuckDb = {
  run: (statement: string) => Promise<void>;
  /** All rows of a query, with numbers beyond 2^53 and of 64 bits as text. */
  rows: (query: string) => Promise<Record<string, unknown>[]>;
  close: () => void;
};

/**
 * Opens an engine that reads and writes files of one folder and nothing else: it installs and loads no extension beyond
 * those that are built in, and no statement can change that. What does not fit into its memory goes into the folder.
 */
export async function openDuckDb(folder: string, { memoryMb, threads }: DuckDbLimits): Promise<DuckDb> {
  const instance = await DuckDBInstance.create(":memory:", {
    autoinstall_known_extensions: "false",
    autoload_known_extensions: "false",
    allow_community_extensions: "false",
    memory_limit: `${memoryMb}MB`,
    threads: String(threads),
    temp_directory: `${folder}/spilled`,
  });
  const connection = await instance.connect();
  await connection.run(`set allowed_directories = [${quote(`${folder}/`)}]`);
  await connection.run("set enable_external_access = false");
  await connection.run("set lock_configuration = true");
  return {
    run: async (statement) => void (await connection.run(statement)),
    rows: async (query) => (await connection.runAndReadAll(query)).getRowObjectsJson(),
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
