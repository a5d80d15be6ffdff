import { plural, t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { wordOf } from "../language/words.ts";
import { Chip, type Tone } from "../ui/chip.tsx";
import { confirm } from "../ui/confirm.ts";
import { TimeAgo } from "../ui/time-ago.tsx";
import { discardEntry, type Entry } from "./entries.ts";

const states = (): Record<Entry["state"], { tone: Tone; text: string }> => ({
  draft: { tone: "neutral", text: t`draft` },
  waiting: { tone: "info", text: t`waits on this phone` },
  refused: { tone: "bad", text: t`needs you` },
  sent: { tone: "good", text: t`sent` },
});

/** Entries that this user recorded on this phone, with the state of each. */
export function EntryList({ entries, open }: { entries: readonly Entry[]; open: (entry: Entry) => void }) {
  if (entries.length === 0) return null;
  return (
    <section className="card phone-entries" aria-label={t`On this phone`}>
      <h2>{t`On this phone`}</h2>
      <ul>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} open={open} />
        ))}
      </ul>
    </section>
  );
}

function EntryRow({ entry, open }: { entry: Entry; open: (entry: Entry) => void }) {
  const { number, state, photos, problem, containerId, createdAt } = entry;
  const name = number.trim() || t`Number not read yet`;
  const discard = async () => {
    const text = t`Its photos on this phone are deleted. What was sent already stays.`;
    if (await confirm({ title: t`Discard ${name}?`, text, action: t`Discard`, isDanger: true }))
      await discardEntry(entry);
  };
  return (
    <li aria-label={name}>
      <p>
        {state === "sent" && containerId ? (
          <Link to="/containers/$id" params={{ id: containerId }} className="number">
            {name}
          </Link>
        ) : (
          <strong className="number">{name}</strong>
        )}{" "}
        <Chip tone={states()[state].tone}>{states()[state].text}</Chip>
      </p>
      <p className="faint small">
        {plural(photos.length, { one: "# photo", other: "# photos" })}
        {entry.isEscalated && `, ${wordOf("escalated")}`}, <TimeAgo at={createdAt} />
      </p>
      {problem && <p className="problem">{problem}</p>}
      {(state === "draft" || state === "refused") && (
        <div className="dialog-actions">
          <button type="button" className="quiet" onClick={() => void discard()}>{t`Discard`}</button>
          <button type="button" className="quiet" onClick={() => open(entry)}>
            {state === "draft" ? t`Continue` : t`Correct`}
          </button>
        </div>
      )}
    </li>
  );
}
