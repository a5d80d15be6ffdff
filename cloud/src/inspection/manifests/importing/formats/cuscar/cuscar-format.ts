import type { ManifestFormat, ReadFile, ReadManifest } from "../../format/format.ts";
import { invalid, tooManyRows } from "../../format/limits.ts";
import { type Doubt, type MessageHead, type MessageReader, readInterchange } from "../edifact/read-interchange.ts";
import { isEdifact } from "../edifact/separators.ts";
import { buildManifests } from "./build-manifests.ts";
import { openCuscar } from "./read-cuscar.ts";

/** Releases of the directory whose segments are those of D.95B, as far as a manifest is made of them. */
const RELEASES: ReadonlySet<string> = new Set(
  "94A 94B 95A 95B 96A 96B 97A 97B 98A 98B 99A 99B 00A 00B 01A 01B".split(" "),
);

/** The customs cargo report of UN/EDIFACT. */
export const cuscarFormat: ManifestFormat = {
  name: "EDIFACT CUSCAR",
  recognise: ({ head }) => isEdifact(head),
  read: async ({ bytes }, { maxRows }) => readFile(bytes, maxRows),
};

async function readFile(bytes: Uint8Array, maxRows: number): Promise<ReadFile> {
  const manifests: ReadManifest[] = [];
  const types = new Set<string>();
  const interchange = await readInterchange(bytes, (head) => {
    types.add(head.type);
    return openMessage(head, (read) => read.forEach((manifest) => manifests.push(manifest)));
  });
  if (!interchange.ok) return interchange;
  if (types.size === 0) return { ok: false, problem: "The interchange has no message: no UNH segment was found." };
  if (!types.has("CUSCAR"))
    return { ok: false, problem: `This is EDIFACT ${[...types].join(", ")}, which is not read yet. CUSCAR is.` };
  if (manifests.length > maxRows) return { ok: false, problem: tooManyRows(maxRows) };
  manifests[0]?.notUnderstood.unshift(...interchange.doubts);
  return { ok: true, manifests };
}

const CUT =
  "has no UNT segment: the file is cut off, and none of the message was imported. Ask the sender for the whole file.";

function openMessage(head: MessageHead, keep: (manifests: ReadManifest[]) => void): MessageReader {
  const { type, number } = head;
  if (type !== "CUSCAR") {
    const problem = `Message ${number} is ${type}, which is not read.`;
    return { add: () => undefined, end: ({ doubts }) => keep([refuse(head, problem, doubts)]) };
  }
  const { message, add } = openCuscar(head);
  return {
    add,
    end({ isCut, doubts }) {
      if (isCut) return keep([refuse(head, `Message ${number} ${CUT}`, doubts)]);
      const manifests = buildManifests(message);
      manifests[0]?.notUnderstood.unshift(...judgeRelease(head), ...doubts);
      keep(manifests);
    },
  };
}

function judgeRelease({ version, release }: MessageHead): Doubt[] {
  if (version === "D" && RELEASES.has(release)) return [];
  const name = `${version}.${release}`;
  const message = `Release ${name} is not one of D.94A to D.01B. Segments that changed since are named.`;
  return [{ path: "UNH 2", text: name, message }];
}

function refuse({ number, position }: MessageHead, problem: string, doubts: Doubt[]): ReadManifest {
  const row = { number: position, place: `message ${number}`, problems: [invalid("", problem)] };
  return { rows: [row], fields: {}, notUnderstood: doubts };
}
