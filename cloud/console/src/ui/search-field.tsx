import { useEffect, useRef, useState } from "react";

const PAUSE_MS = 250;

type Props = {
  label: string;
  /** Description of the searchable values; the label if it is missing. */
  placeholder?: string;
  value: string;
  search: (text: string) => void;
};

/** A field that searches once the user pauses: ten letters are one request. */
export function SearchField({ label, placeholder = label, value, search }: Props) {
  const [text, setText] = useState(value);
  const timer = useRef<number>(undefined);
  const sent = useRef(value);
  // A filter that was set during the pause is part of the newest function only.
  const newest = useRef(search);
  useEffect(() => {
    newest.current = search;
  });
  // The address has changed otherwise, as with Back.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const change = (typed: string) => {
    setText(typed);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      sent.current = typed;
      newest.current(typed);
    }, PAUSE_MS);
  };
  return (
    <input
      type="search"
      placeholder={placeholder}
      aria-label={label}
      value={text}
      onChange={(event) => change(event.target.value)}
    />
  );
}
