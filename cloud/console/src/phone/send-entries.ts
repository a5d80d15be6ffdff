import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import { t } from "@lingui/core/macro";
import { ApiError, isRefusal, problemOf } from "../api/api-error.ts";
import { readUserId } from "../api/me.ts";
import { changeEntry, type Entry, readEntries, readPicture, settleEntry } from "./entries.ts";
import { addPhoto, createContainer, escalate, findContainer, readNumber } from "./phone-api.ts";

/** Error for which the operator must act before an entry can be sent. */
class NeedsOperatorError extends Error {}

/**
 * Sends the waiting entries of a user, the oldest first. Each step has its own idempotency key and is recorded once
 * the service has confirmed it, so that a repeated step takes effect once. Stops when there is no response, or when
 * the service asks to wait; a rejection is stored with its entry, and the next entry follows.
 */
export async function sendEntries(userId: string): Promise<void> {
  await oneTabAtATime(async () => {
    const waiting = (await readEntries()).filter((entry) => entry.userId === userId && entry.state === "waiting");
    // Another tab may have signed in as another user: what this user recorded never goes out under another name.
    if (waiting.length === 0 || (await readUserId().catch(() => undefined)) !== userId) return;
    for (const entry of waiting.toReversed()) if (!(await sendOne(entry))) return;
  });
}

/** Returns false where sending ends for now. */
async function sendOne(entry: Entry): Promise<boolean> {
  try {
    await settleEntry(await sendParts(entry));
    return true;
  } catch (error) {
    if (!isFinal(error)) return false;
    const problem = problemOf(error);
    await changeEntry(entry.id, (kept = entry) => ({ ...kept, state: "refused", problem }));
    return true;
  }
}

/** Returns true if the same request would be refused again. */
const isFinal = (error: unknown): boolean =>
  error instanceof NeedsOperatorError ||
  (error instanceof ApiError && error.status < 500 && ![401, 408, 429].includes(error.status));

async function sendParts(entry: Entry): Promise<Entry> {
  let sent = entry.number.trim() === "" ? await sendNumber(entry) : entry;
  const containerId = sent.containerId ?? (await openContainer(sent));
  sent = await record(sent, { containerId });
  for (const { id, takenAt, isSent } of sent.photos) {
    if (isSent) continue;
    const picture = await readPicture(id);
    // Without its key, the photo would be sent twice to a container that got another number.
    const photo = { key: `${id}-${containerId}`, takenAt, note: sent.note };
    if (picture) await acceptUsed(addPhoto(containerId, picture, photo));
    const photos = sent.photos.map((known) => (known.id === id ? { ...known, isSent: true } : known));
    sent = await record(sent, { photos });
  }
  if (sent.isEscalated) await escalate(containerId, sent.reason.trim(), `${sent.id}-escalate-${containerId}`);
  return sent;
}

/** Reads the number that could not be read while there was no connection. */
async function sendNumber(entry: Entry): Promise<Entry> {
  const picture = entry.numberPhotoId === undefined ? undefined : await readPicture(entry.numberPhotoId);
  const read = picture && (await readNumber(picture));
  if (!read?.containerNumber || read.numberCheck === "bad-check-digit")
    throw new NeedsOperatorError(t`The number could not be read from the photo. Type it.`);
  return record(entry, { number: read.containerNumber });
}

/** The container of an entry, which is created where it is not known. */
async function openContainer({ id, number }: Entry): Promise<string> {
  const parsed = parseContainerNumber(number);
  if (!parsed) throw new NeedsOperatorError(t`This is not a container number. Correct it.`);
  const known = await findContainer(parsed.text);
  if (known) return known.id;
  const key = `${id}-container-${encodeURIComponent(parsed.text)}`;
  try {
    return (await createContainer(parsed.text, key)).id;
  } catch (error) {
    if (!isRefusal(error, 409)) throw error;
    const text = t`The container ${parsed.text} belongs to another user. Ask a supervisor to hand it over.`;
    throw new NeedsOperatorError(text, { cause: error });
  }
}

/** Accepts a reused key: it belongs to this same photo, which was stored under an earlier note. */
async function acceptUsed(sending: Promise<unknown>): Promise<void> {
  try {
    await sending;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "IDEMPOTENCY_KEY_REUSED")) throw error;
  }
}

const record = (entry: Entry, changed: Partial<Entry>): Promise<Entry> =>
  changeEntry(entry.id, (kept = entry) => ({ ...kept, ...changed }));

let isSending = false;

/** Web Locks exist with HTTPS alone; without them each tab sends, and the keys prevent that anything is done twice. */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  if (isSending) return;
  isSending = true;
  try {
    if (!("locks" in navigator)) return await work();
    await navigator.locks.request("phone-entries", { ifAvailable: true }, async (lock) => {
      if (lock) await work();
    });
  } finally {
    isSending = false;
  }
}
