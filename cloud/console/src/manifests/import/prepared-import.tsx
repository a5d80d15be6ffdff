import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useMe } from "../../api/me.ts";
import { refresh } from "../../api/refresh.ts";
import { Problem } from "../../ui/problem.tsx";
import { notify } from "../../ui/undo.ts";
import { ColumnMapping } from "./column-mapping.tsx";
import { guessColumns } from "./guess-columns.ts";
import { ImportPreview } from "./import-preview.tsx";
import { newRunId, startImport } from "./import-run.ts";
import { noteBegun, noteEnded } from "./interrupted-run.ts";
import { headerOf, type Mapping, mapRecords, mapTable, type MappedRow, unknownNames } from "./map-rows.ts";
import type { ImportFile } from "./import-file.ts";
import { splitParts } from "./split-parts.ts";
import { formatNumber } from "../../ui/format.ts";

type Props = { file: File; read: ImportFile; interrupted: { id: string; mapping: Mapping } | undefined };

/** The steps from a file that was read to its import: its columns, the problems of its rows, and the way to begin. */
export function PreparedImport({ file, read, interrupted }: Props) {
  const { format, content, notes } = read;
  const [mapping, setMapping] = useState<Mapping>(
    () => interrupted?.mapping ?? (content.kind === "table" ? guessColumns(content) : []),
  );
  const prepared = useMemo(() => prepare(content, mapping), [content, mapping]);
  const userId = useMe().data?.id ?? "";
  const queries = useQueryClient();
  const begin = () => {
    const id = interrupted?.id ?? newRunId();
    noteBegun(userId, file, { id, mapping });
    const contentType = content.kind === "table" ? "text/csv" : "application/x-ndjson";
    const run = { id, fileName: file.name, contentType, parts: prepared.parts, content } as const;
    startImport(run, prepared.unsent, ({ results }) => {
      noteEnded(userId);
      const failed = results.filter(({ outcome }) => outcome === "failed").length;
      notify(t`Import of ${file.name} finished, ${formatNumber(failed)} failed`);
      void refresh(queries, ["manifests", "containers", "container", "escalations"]);
    });
  };
  const count = prepared.rows.length;
  const unknown = content.kind === "records" ? unknownNames(content.rows) : [];
  return (
    <>
      <p role="status">
        <strong>{format}</strong> · {plural(count, { one: "# row", other: "# rows" })}
      </p>
      {notes.map((note) => (
        <Problem key={note} text={note} />
      ))}
      {interrupted && (
        <p role="status" className="incomplete">
          <Trans>
            The import of this file was interrupted. It continues with the same columns, and what was imported is not
            imported again.
          </Trans>
        </p>
      )}
      {content.kind === "table" && (
        <ColumnMapping table={content} mapping={mapping} isFixed={interrupted !== undefined} change={setMapping} />
      )}
      {unknown.length > 0 && (
        <Problem
          text={t`These columns are not fields of a manifest and are not imported: ${unknown.slice(0, 20).join(", ")}.`}
        />
      )}
      {prepared.problem === undefined ? (
        <ImportPreview
          rows={prepared.rows}
          parts={prepared.parts.length}
          isContinued={interrupted !== undefined}
          begin={begin}
        />
      ) : (
        <Problem text={prepared.problem} />
      )}
    </>
  );
}

/** The rows under these columns, the parts in which they are sent, and those that cannot be sent. */
function prepare(content: ImportFile["content"], mapping: Mapping) {
  const isTable = content.kind === "table";
  const mapped = isTable ? mapTable(content, mapping) : mapRecords(content);
  const { parts, tooLarge } = splitParts(mapped, isTable ? headerOf(mapping) : undefined);
  const large = new Set(tooLarge);
  const rows = mapped.map((row): MappedRow => (large.has(row) ? withoutRoom(row) : row));
  const isNamed = mapping.includes("billOfLading") || mapping.includes("containerNumber");
  const problem =
    isTable && !isNamed ? t`Choose the column of the bill of lading or of the container number.` : undefined;
  return { rows, parts, unsent: rows.filter(({ text }) => text === undefined), problem };
}

const withoutRoom = (row: MappedRow): MappedRow => ({
  ...row,
  text: undefined,
  problems: [t`The manifest of this row has more than 1,000 lines, or is larger than 4 MB.`],
});
