import type { CategoryMap } from "@container-inspection/shared-schemas/category-map";
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Trash2 } from "lucide";
import { Fragment, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import { ClassFields } from "./class-editor.tsx";
import { type EditedClass, EMPTY_CLASS } from "./edited-map.ts";
import { originOf } from "./map-origin.ts";
import { classProblems } from "./map-problems.ts";
import type { EditedMapState } from "./use-edited-map.ts";

type Props = { state: EditedMapState; bundled: CategoryMap | undefined };

/** The words that a row shows before the number of the others. */
const FIRST_WORDS = 5;

/** The classes of the map as a table: each with what it explains and where it is from, and its fields to edit below. */
export function ClassTable({ state: { edited, edit, editClass }, bundled }: Props) {
  const { classes } = edited;
  const problems = classProblems(classes);
  const [opened, setOpened] = useState<number>();
  const add = () => {
    edit({ classes: [...classes, EMPTY_CLASS] });
    setOpened(classes.length);
  };
  const remove = (at: number) => {
    edit({ classes: classes.filter((_, index) => index !== at) });
    setOpened(undefined);
  };
  return (
    <section className="card" aria-label={t`Classes`}>
      <div className="card-head">
        <h2>{t`Classes`}</h2>
        <button type="button" className="quiet" onClick={add}>
          <Trans>Add class</Trans>
        </button>
      </div>
      <table className="setting-rows class-rows">
        <thead>
          <tr>
            <th scope="col">{t`Class of the model`}</th>
            <th scope="col">{t`Explains goods declared with`}</th>
            <th scope="col">{t`From`}</th>
            <th scope="col">
              <span className="unseen">{t`Actions`}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {classes.map((entry, at) => (
            // Classes have no identity of their own: names change while they are typed.
            <ClassRow
              key={`${classes.length} ${at}`}
              entry={entry}
              problem={problems[at]}
              origin={originOf(entry, bundled)}
              isOpen={opened === at}
              toggle={() => setOpened(opened === at ? undefined : at)}
              edit={(changed) => editClass(at, changed)}
              remove={() => remove(at)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type RowProps = {
  entry: EditedClass;
  problem: string | undefined;
  origin: string;
  isOpen: boolean;
  toggle: () => void;
  edit: (changed: Partial<EditedClass>) => void;
  remove: () => void;
};

function ClassRow({ entry, problem, origin, isOpen, toggle, edit, remove }: RowProps) {
  const name = entry.name.trim() || t`New class`;
  return (
    <Fragment>
      <tr aria-label={name} className={problem === undefined ? undefined : "row-wrong"}>
        <td data-label={t`Class of the model`}>
          <strong>
            <bdi>{name}</bdi>
          </strong>
          {entry.aliases.length > 0 && (
            <div className="faint small">
              <bdi>{t`also ${entry.aliases.join(", ")}`}</bdi>
            </div>
          )}
          {problem !== undefined && (
            <div role="alert" className="setting-problem small">
              {problem}
            </div>
          )}
        </td>
        <td data-label={t`Explains goods declared with`}>
          <Explained entry={entry} />
        </td>
        <td data-label={t`From`} className="faint">
          {origin}
        </td>
        <td className="row-actions">
          <button type="button" className="quiet" aria-expanded={isOpen} aria-label={t`Edit ${name}`} onClick={toggle}>
            {isOpen ? t`Close` : t`Edit`}
          </button>
          <button type="button" className="quiet" aria-label={t`Remove ${name}`} onClick={remove}>
            <Icon of={Trash2} />
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr className="class-fields">
          <td colSpan={4}>
            <ClassFields entry={entry} edit={edit} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** The codes and words of a class, the first ones of them. */
function Explained({ entry }: { entry: EditedClass }) {
  const { packageCodes, hsChapters, hsCodes, packageWords, keywords, translations } = entry;
  const codes = [...hsChapters, ...hsCodes];
  const words = [...packageWords, ...keywords, ...Object.values(translations).flat()];
  const parts = [
    { name: t`packages`, all: packageCodes },
    { name: t`HS`, all: codes },
    { name: t`words`, all: words },
  ].filter(({ all }) => all.length > 0);
  if (parts.length === 0) return <span className="faint">{t`nothing yet`}</span>;
  return (
    <ul className="explained">
      {parts.map(({ name, all }) => (
        <li key={name}>
          <span className="faint">{name}</span> <bdi>{all.slice(0, FIRST_WORDS).join(", ")}</bdi>
          {all.length > FIRST_WORDS && (
            <span className="faint">
              {" "}
              {plural(all.length - FIRST_WORDS, { one: "and # more", other: "and # more" })}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
