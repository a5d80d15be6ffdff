import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useMe } from "../../api/me.ts";
import { useStore } from "../../api/store.ts";
import { listPlace } from "../../shell/list-place.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { Crumb } from "../../ui/crumb.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { importRun } from "./import-run.ts";
import { findInterrupted } from "./interrupted-run.ts";
import { PreparedImport } from "./prepared-import.tsx";
import type { ImportFile } from "./import-file.ts";
import { readImportFile } from "./read-import-file.ts";
import { LINES_AT_ONCE, MOST_LINES } from "./split-parts.ts";
import { formatNumber } from "../../ui/format.ts";

/** Imports a file of manifests: chosen, its columns mapped, checked, sent. */
export function ImportPage(): ReactNode {
  const run = useStore(importRun);
  return (
    <>
      <Crumb>
        <Link {...listPlace("/manifests")}>{t`Manifests`}</Link>
      </Crumb>
      <div className="page-head">
        <PageTitle title={t`Import manifests`} />
      </div>
      <div className="import">{run ? <ImportProgress run={run} /> : <ChosenFile />}</div>
    </>
  );
}

type Chosen = { file: File; read: ImportFile };

function ChosenFile() {
  const userId = useMe().data?.id ?? "";
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const [isReading, setIsReading] = useState(false);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setIsReading(true);
    const read = await readImportFile(file);
    setIsReading(false);
    setProblem("problem" in read ? read.problem : undefined);
    setChosen("problem" in read ? undefined : { file, read });
  };
  return (
    <>
      <section className="card">
        <h2>{t`1. File`}</h2>
        <p className="faint">
          <Trans>
            CSV with a first row that names the columns, or JSON. In CSV, rows with the same bill of lading and
            container number are one manifest with a line of goods each.
          </Trans>
        </p>
        <p className="faint small">
          <Trans>
            The service takes at most {formatNumber(MOST_LINES)} lines and 4 MB at once. A file of up to 10 MB is sent
            in parts of at most {formatNumber(LINES_AT_ONCE)} lines. After an outage the import continues, and nothing
            is imported twice.
          </Trans>
        </p>
        <input
          type="file"
          aria-label={t`File of manifests`}
          accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
          onChange={(event) => void choose(event.target.files?.[0])}
        />
        {isReading && <p role="status">{t`Reading the file …`}</p>}
        <Problem text={problem} />
      </section>
      {chosen && (
        <PreparedImport
          key={`${chosen.file.name} ${chosen.file.lastModified} ${chosen.file.size}`}
          file={chosen.file}
          read={chosen.read}
          interrupted={findInterrupted(userId, chosen.file)}
        />
      )}
    </>
  );
}
