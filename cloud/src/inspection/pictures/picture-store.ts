import { and, desc, eq, sql } from "drizzle-orm";
import { composeOnce } from "../../platform/db/compose-once.ts";
import type { DatabaseOrTransaction } from "../../platform/db/database.ts";
import { sendTogether } from "../../platform/db/send-together.ts";
import { scans } from "../../platform/db/tables.ts";
import type { Picture } from "../../match/rules/pictures.ts";
import { pictureOf } from "./picture-of.ts";
import { scanTakenAt } from "./taken-at-store.ts";
import { findVerdictsOnVisit, type GivenVerdict, verdictsByScan } from "./verdict-store.ts";

/** A picture of a visit, with what its reviewers rejected. */
export type VisitPicture = Picture & {
  rejected: { className: string | null; by: string; note: string | null }[];
};

/** A busy visit has tens of pictures; beyond this many the oldest no longer count. */
const MAX_PICTURES = 200;

const {
  id, type, cameraId, view, modelName, modelVersion, timestamp, receivedAt, clockSuspect, imageSha256,
  imageOriginalSha256, detections, isUnlike,
} = scans; // prettier-ignore
const columns = {
  id, type, cameraId, view, modelName, modelVersion, timestamp, receivedAt, clockSuspect, imageSha256,
  imageOriginalSha256, detections, isUnlike,
}; // prettier-ignore
type VisitOfContainer = { id: string; containerId: string };

/** The pictures of a visit that are evidence: its finished scans of all kinds, newest first, as reviewed. */
export async function findPictures(db: DatabaseOrTransaction, visit: VisitOfContainer): Promise<VisitPicture[]> {
  return (await readPictures(db, visit)).pictures;
}

const findNewestScans = composeOnce((db) =>
  db
    .select(columns)
    .from(scans)
    .where(
      and(
        eq(scans.containerId, sql.placeholder("containerId")),
        eq(scans.visitId, sql.placeholder("id")),
        eq(scans.status, "done"),
      ),
    )
    .orderBy(desc(scanTakenAt), desc(scans.id))
    .limit(MAX_PICTURES),
);

/** The pictures of a visit, as `findPictures` finds them, and the verdicts on all its scans, those given last first. */
export async function readPictures(
  db: DatabaseOrTransaction,
  visit: VisitOfContainer,
): Promise<{ pictures: VisitPicture[]; verdicts: GivenVerdict[] }> {
  const [rows, given] = await sendTogether([findNewestScans(db, visit), findVerdictsOnVisit(db, visit)]);
  const verdictsOf = verdictsByScan(given);
  const pictures = rows.map((row) => {
    const verdicts = verdictsOf(row.id);
    const rejected = verdicts
      .filter(({ verdict }) => verdict === "rejected")
      .map(({ index, reviewer, note }) => ({
        className: row.detections[index]?.className ?? null,
        by: reviewer.email,
        note,
      }));
    return { ...pictureOf(row, verdicts), rejected };
  });
  return { pictures, verdicts: given };
}

/** Adds a picture that is about to be written to those that were read, at the place that it will have there. */
export function addPicture(pictures: readonly VisitPicture[], added: Picture): VisitPicture[] {
  const takenMs = ({ takenAt, receivedAt }: Picture) => (takenAt ?? receivedAt).getTime();
  return [...pictures, { ...added, rejected: [] }]
    .toSorted((one, other) => takenMs(other) - takenMs(one) || (one.scanId < other.scanId ? 1 : -1))
    .slice(0, MAX_PICTURES);
}
