import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { X } from "lucide";
import { type ClipboardEvent, type KeyboardEvent, useState } from "react";
import { Icon } from "../ui/icon.tsx";
import type { WordsField } from "./setting-kinds.ts";
import { problemAt } from "./setting-problems.ts";

/** More words than these wait behind a button. */
const FIRST_WORDS = 24;

type Props = {
  field: WordsField;
  words: readonly string[];
  change: (words: string[]) => void;
  isReadOnly: boolean;
  label: string;
};

/** A list of words as chips, and the field that adds to them; the arrow keys go from chip to chip. */
export function WordsEditor({ field, words, change, isReadOnly, label }: Props) {
  const [areAllShown, setAreAllShown] = useState(false);
  const first = areAllShown ? words : words.slice(0, FIRST_WORDS);
  const problem = problemAt(field, words);
  const hidden = words.length - first.length;
  return (
    <div className="words-editor">
      <ul aria-label={label} onKeyDown={walk}>
        {first.map((word, at) => (
          <li key={word} className="word-chip">
            <bdi>{word}</bdi>
            {!isReadOnly && (
              <button
                type="button"
                tabIndex={at === 0 ? 0 : -1}
                aria-label={t`Remove ${word}`}
                onClick={(event) => {
                  focusNear(event.currentTarget);
                  change(words.filter((one) => one !== word));
                }}
              >
                <Icon of={X} />
              </button>
            )}
          </li>
        ))}
        {hidden > 0 && (
          <li>
            <button type="button" className="quiet" onClick={() => setAreAllShown(true)}>
              <Trans>Show {hidden} more</Trans>
            </button>
          </li>
        )}
        {words.length === 0 && <li className="faint">{t`none`}</li>}
      </ul>
      {problem && <p className="setting-problem small">{problem}</p>}
      {!isReadOnly && <AddWord {...{ field, words, change, label }} />}
    </div>
  );
}

function AddWord({ field, words, change, label }: Omit<Props, "isReadOnly">) {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string>();
  const add = (texts: readonly string[]) => {
    const added = texts.map((text) => text.trim()).filter((text) => text !== "");
    const refused = added.find((text) => !field.word.safeParse(text).success);
    if (refused !== undefined) return setProblem(t`“${refused}” has another form than this list takes.`);
    if (added.length === 1 && words.includes(added[0] ?? "")) return setProblem(t`It is in the list.`);
    setTyped("");
    setProblem(undefined);
    change([...new Set([...words, ...added])]);
  };
  const paste = (event: ClipboardEvent) => {
    const lines = event.clipboardData.getData("text").split(/\r?\n/);
    if (lines.length < 2) return;
    event.preventDefault();
    add(lines);
  };
  return (
    <div className="add-word">
      <input
        aria-label={t`Add to: ${label}`}
        aria-invalid={problem !== undefined}
        placeholder={t`Add, with Enter`}
        value={typed}
        onPaste={paste}
        onChange={({ target }) => {
          setTyped(target.value);
          setProblem(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          add([typed]);
        }}
      />
      <button type="button" className="quiet" disabled={typed.trim() === ""} onClick={() => add([typed])}>
        <Trans>Add</Trans>
      </button>
      {problem && (
        <span role="alert" className="setting-problem small">
          {problem}
        </span>
      )}
    </div>
  );
}

const buttonsBeside = (element: HTMLElement) => [...(element.closest("ul")?.querySelectorAll("button") ?? [])];

/** Moves the focus to a chip beside the one that is removed. */
function focusNear(button: HTMLButtonElement): void {
  const buttons = buttonsBeside(button);
  const at = buttons.indexOf(button);
  (buttons[at + 1] ?? buttons[at - 1])?.focus();
}

function walk(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || !(event.target instanceof HTMLButtonElement)) return;
  const buttons = buttonsBeside(event.target);
  buttons[buttons.indexOf(event.target) + step]?.focus();
  event.preventDefault();
}
