import type { ManifestFormat, ReadFile, ReadManifest } from "../../format/format.ts";
import { invalid, MAX_LINES, TOO_MANY_LINES } from "../../format/limits.ts";
import { type Doubt, type EdifactMessage, readInterchange } from "../edifact/read-interchange.ts";
import { isEdifact } from "../edifact/separators.ts";
import { buildManifests } from "./build-manifests.ts";
import { readCuscar } from "./read-cuscar.ts";

/** Releases of the directory whose segments are those of D.95B, as far as a manifest is made of them. */
const RELEASES: ReadonlySet<string> = new Set(
  "94A 94B 95A 95B 96A 96B 97A 97B 98A 98B 99A 99B 00A 00B 01A 01B".split(" "),
);

/** The customs cargo report of UN/EDIFACT. */
export const cuscarFormat: ManifestFormat = {
  name: "EDIFACT CUSCAR",
  recognise: ({ head }) => isEdifact(head),
  read: async ({ bytes }) => readFile(bytes),
};

async function readFile(bytes: Uint8Array): Promise<ReadFile> {
  const interchange = await readInterchange(bytes);
  if (!interchange.ok) return interchange;
  const { messages, doubts } = interchange;
  if (messages.length === 0) return { ok: false, problem: "The interchange has no message: no UNH segment was found." };
  const others = [...new Set(messages.map(({ type }) => type))].filter((type) => type !== "CUSCAR");
  if (messages.every(({ type }) => type !== "CUSCAR"))
    return { ok: false, problem: `This is EDIFACT ${others.join(", ")}, which is not read yet. CUSCAR is.` };
  const manifests: ReadManifest[] = [];
  for (const message of messages) {
    manifests.push(...readMessage(message));
    if (manifests.length > MAX_LINES) return { ok: false, problem: TOO_MANY_LINES };
    await new Promise(setImmediate);
  }
  manifests[0]?.notUnderstood.unshift(...doubts);
  return { ok: true, manifests };
}

function readMessage(message: EdifactMessage): ReadManifest[] {
  const { type, version, release, isCut } = message;
  if (type !== "CUSCAR") return [refuse(message, `Message ${message.number} is ${type}, which is not read.`)];
  if (isCut)
    return [
      refuse(
        message,
        `Message ${message.number} has no UNT segment: the file is cut off, and none of the message was imported. Ask the sender for the whole file.`,
      ),
    ];
  const isKnown = version === "D" && RELEASES.has(release);
  const name = `${version}.${release}`;
  const doubt: Doubt = {
    path: "UNH 2",
    text: name,
    message: `Release ${name} is not one of D.94A to D.01B. Segments that changed since are named.`,
  };
  return buildManifests(readCuscar(isKnown ? message : { ...message, doubts: [doubt, ...message.doubts] }));
}

function refuse({ number, position, doubts }: EdifactMessage, problem: string): ReadManifest {
  const row = { number: position, place: `message ${number}`, problems: [invalid("", problem)] };
  return { rows: [row], fields: {}, notUnderstood: doubts };
}
