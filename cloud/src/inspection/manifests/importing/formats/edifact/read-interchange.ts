import { decodeInterchange } from "./decode-interchange.ts";
import { readSegments, type Segment, type Unreadable } from "./read-segments.ts";
import { findSeparators, type Separators } from "./separators.ts";

/** Something that an interchange states about itself and that does not hold, with the place. */
export type Doubt = { path: string; text: string; message: string };

/** The beginning of a message, UNH. */
export type MessageHead = {
  /** Position in the file, from 1. */
  number: number;
  reference: string;
  /** Such as `CUSCAR`, `D`, `95B`. */
  type: string;
  version: string;
  release: string;
  /** Position of UNH among the segments of the file. */
  position: number;
  decimalMark: string;
};

/** Reads the segments of one message between UNH and UNT as they come: a file of 20 MB has a million of them. */
export type MessageReader = {
  add: (segment: Segment | Unreadable) => void;
  /** `isCut` is true if UNT is missing, so that the end of the message is lost. */
  end: (outcome: { isCut: boolean; doubts: Doubt[] }) => void;
};

export type Interchange = { ok: true; messages: number; doubts: Doubt[] } | { ok: false; problem: string };

const at = ({ elements }: Segment, element: number, component = 1) =>
  elements[element - 1]?.[component - 1]?.trim() ?? "";

/** Reads the messages of an interchange, and compares what its envelope states with what it holds. */
export async function readInterchange(
  bytes: Uint8Array,
  begin: (head: MessageHead) => MessageReader,
): Promise<Interchange> {
  const { text, note } = decodeInterchange(bytes);
  const found = findSeparators(text);
  if (!found.ok) return { ok: false, problem: found.problem };
  const { separators } = found;
  if (!text.includes(separators.terminator))
    return {
      ok: false,
      problem: `The file has no segment terminator "${separators.terminator}". Ask the sender for the file as it was sent.`,
    };
  const envelope = openEnvelope(separators, begin);
  let turns = 0;
  for (const segment of readSegments(text.slice(found.begin), separators)) {
    envelope.add(segment);
    if ((turns += 1) % SEGMENTS_PER_TURN === 0) await new Promise(setImmediate);
  }
  const { messages, doubts } = envelope.end();
  const notes = note === null ? [] : [{ path: "UNB 1.1", text: "", message: note }];
  return { ok: true, messages, doubts: [...notes, ...doubts] };
}

const SEGMENTS_PER_TURN = 5_000;

/** The most doubts about the envelope that are kept. */
const MAX_DOUBTS = 1_000;

/** Gives the segments to the readers of their messages. */
function openEnvelope({ decimalMark }: Separators, begin: (head: MessageHead) => MessageReader) {
  const doubts: Doubt[] = [];
  let messages = 0;
  let header: Segment | undefined;
  let trailer: Segment | undefined;
  let open: { reference: string; reader: MessageReader; segments: number } | undefined;
  const doubt = (path: string, text: string, message: string) => {
    if (doubts.length < MAX_DOUBTS) doubts.push({ path, text, message });
  };
  const cut = () => {
    open?.reader.end({ isCut: true, doubts: [] });
    open = undefined;
  };

  function beginMessage(segment: Segment): void {
    cut();
    messages += 1;
    const head = headOf(segment, messages, decimalMark);
    open = { reference: head.reference, reader: begin(head), segments: 0 };
  }
  function endMessage(segment: Segment): void {
    if (!open) return doubt("UNT", at(segment, 2), "ends a message that has not begun.");
    open.reader.end({ isCut: false, doubts: judgeTrailer(open, segment) });
    open = undefined;
  }
  return {
    add(segment: Segment | Unreadable): void {
      const { tag } = segment;
      if (tag === "UNB") header = segment;
      else if (tag === "UNZ") trailer = segment;
      else if (tag === "UNH") beginMessage(segment);
      else if (tag === "UNT") endMessage(segment);
      else if (tag === "UNG" || tag === "UNE") return;
      else if (open) {
        open.segments += 1;
        open.reader.add(segment);
      } else if (tag === null) doubt(`segment ${segment.position}`, segment.text, `It ${segment.problem}.`);
      else doubt(tag, "", `It stands outside of a message, at segment ${segment.position}.`);
    },
    end() {
      cut();
      return { messages, doubts: [...doubts, ...judgeEnvelope(header, trailer, messages)] };
    },
  };
}

function headOf(header: Segment, number: number, decimalMark: string): MessageHead {
  const [reference, type, version, release] = [at(header, 1), at(header, 2), at(header, 2, 2), at(header, 2, 3)];
  return { number, reference, type, version, release, position: header.position, decimalMark };
}

function judgeTrailer({ reference, segments }: { reference: string; segments: number }, trailer: Segment): Doubt[] {
  const [stated, named] = [at(trailer, 1), at(trailer, 2)];
  // UNH and UNT count too.
  const counted = segments + 2;
  const isCounted = Number(stated) === counted;
  return [
    ...(isCounted ? [] : [{ path: "UNT 1.1", text: stated, message: explainCount(stated, counted) }]),
    ...(named === reference
      ? []
      : [{ path: "UNT 2.1", text: named, message: `UNT names message "${named}", but UNH names "${reference}".` }]),
  ];
}

const explainCount = (stated: string, counted: number) =>
  Number(stated) > counted
    ? `UNT counts ${stated} segments, but the message has ${counted}: segments may be missing. Ask the sender.`
    : `UNT counts ${stated} segments, but the message has ${counted}: the sender may count wrongly.`;

function judgeEnvelope(header: Segment | undefined, trailer: Segment | undefined, messages: number): Doubt[] {
  if (!header)
    return [{ path: "UNB", text: "", message: "The interchange has no UNB segment: its sender is unknown." }];
  if (!trailer)
    return [
      { path: "UNZ", text: "", message: "The interchange has no UNZ segment: messages at its end may be missing." },
    ];
  const [stated, named, reference] = [at(trailer, 1), at(trailer, 2), at(header, 5)];
  return [
    ...(Number(stated) === messages
      ? []
      : [
          {
            path: "UNZ 1.1",
            text: stated,
            message: `UNZ counts ${stated} messages, but the interchange has ${messages}.`,
          },
        ]),
    ...(named === reference
      ? []
      : [{ path: "UNZ 2.1", text: named, message: `UNZ names interchange "${named}", but UNB names "${reference}".` }]),
  ];
}
