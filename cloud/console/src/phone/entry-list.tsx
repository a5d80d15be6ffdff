import { Link } from "@tanstack/react-router";
import { Chip, type Tone } from "../ui/chip.tsx";
import { confirm } from "../ui/confirm.ts";
import { TimeAgo } from "../ui/time-ago.tsx";
import { discardEntry, type Entry } from "./entries.ts";

const STATES: Record<Entry["state"], { tone: Tone; text: string }> = {
  draft: { tone: "neutral", text: "draft" },
  waiting: { tone: "info", text: "waits on this phone" },
  refused: { tone: "bad", text: "needs you" },
  sent: { tone: "good", text: "sent" },
};

/** What this user recorded on this phone, and how far it is. */
export function EntryList({ entries, open }: { entries: readonly Entry[]; open: (entry: Entry) => void }) {
  if (entries.length === 0) return null;
  return (
    <section className="card phone-entries" aria-label="On this phone">
      <h2>On this phone</h2>
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
  const name = number.trim() || "Number not read yet";
  const discard = async () => {
    const text = "Its photos on this phone are deleted. What was sent already stays.";
    if (await confirm({ title: `Discard ${name}?`, text, action: "Discard" })) await discardEntry(entry);
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
        <Chip tone={STATES[state].tone}>{STATES[state].text}</Chip>
      </p>
      <p className="faint small">
        {photos.length === 1 ? "1 photo" : `${photos.length} photos`}
        {entry.isEscalated && ", escalated"}, <TimeAgo at={createdAt} />
      </p>
      {problem && <p className="problem">{problem}</p>}
      {(state === "draft" || state === "refused") && (
        <div className="dialog-actions">
          <button type="button" className="quiet" onClick={() => void discard()}>
            Discard
          </button>
          <button type="button" className="quiet" onClick={() => open(entry)}>
            {state === "draft" ? "Continue" : "Correct"}
          </button>
        </div>
      )}
    </li>
  );
}
