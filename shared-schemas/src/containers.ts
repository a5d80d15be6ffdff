import { z } from "zod";
import { cameraId } from "./cameras.ts";
import { containerNumber, numberCheck, sizeType } from "./container-number.ts";
import { phrase } from "./phrase.ts";
import { datetime, email, listTotal, orNull, pageQuery, readableText, text, timestamp } from "./primitives.ts";
import { matchLane } from "./manifest-match.ts";
import { categoryScan } from "./scans.ts";

/**
 * REGISTERED at first, SCANNED from the first scan, ESCALATED while an escalation is open, then the decision. HELD as
 * long as a decision to hold is in force, whatever is escalated or decided afterwards.
 */
export const containerStatus = z
  .enum(["REGISTERED", "SCANNED", "ESCALATED", "HELD", "INSPECT", "CLEARED"])
  .meta({ id: "ContainerStatus" });
export type ContainerStatus = z.infer<typeof containerStatus>;

export const createContainerRequest = z.object({ containerNumber, sizeType: sizeType.optional() });
export const setContainerNumberRequest = z.object({ containerNumber });
export const mergeContainerRequest = z.object({
  intoContainerId: text(100).describe("the id of the container to merge into"),
});
export const attachManifestRequest = z.object({ manifestId: text(100) });

/** The new owner of a container: an account, by its id or by its email address. */
export const setContainerOwnerRequest = z
  .object({ ownerId: text(100).optional(), email: email.optional() })
  .refine(({ ownerId, email: address }) => (ownerId === undefined) !== (address === undefined), {
    message: "is required unless email is sent; send one of the two",
    path: ["ownerId"],
  });

export const listContainersQuery = pageQuery.extend({
  status: containerStatus.optional(),
  q: text(100).optional().describe("part of a container number"),
  search: text(100)
    .optional()
    .describe(
      "part of a container number, of the bill of lading or a goods description of a manifest that the container has or had, " +
        "or of the reason of an escalation or a decision",
    ),
  ownerId: text(100).optional(),
  from: timestamp.optional().describe("created at or after"),
  to: timestamp.optional().describe("created before"),
  sort: z.enum(["created", "lastActivity", "laneSince"]).optional().describe("`created` by default"),
  activeFrom: timestamp.optional().describe("last active at or after"),
  activeTo: timestamp.optional().describe("last active before"),
  sizeType: sizeType.optional(),
  class: text(100).optional().describe("a class that a scan of the current visit shows"),
  cameraId: cameraId.optional().describe("the camera of a scan of the current visit"),
  laneId: text(100).optional().describe("the lane of the camera of a scan of the current visit"),
  verdict: matchLane.optional().describe("the lane of the current visit"),
});

/** Properties by which a list of containers can be narrowed, with counts. */
export const CONTAINER_FACETS = ["status", "verdict", "class", "cameraId", "laneId", "sizeType"] as const;
export type ContainerFacet = (typeof CONTAINER_FACETS)[number];

export const containerFacetsQuery = listContainersQuery.omit({
  limit: true,
  cursor: true,
  sort: true,
  from: true,
  to: true,
});

const facetValue = z
  .object({
    value: z.string().describe("as the query parameter of this name takes it"),
    name: z.string().nullable().describe("of a camera or lane that has one"),
    count: z.int().describe("containers with this value"),
    isExact: z.literal(false).optional().describe("present where not all containers were counted: there may be more"),
  })
  .meta({ id: "FacetCount" });
const facetValues = z.array(facetValue);

/** Number of containers in a list, and number of them with each value. */
export const containerFacets = z
  .object({
    counted: z.int().describe("how many containers were counted: the 500 with the last activity at most"),
    isComplete: z.boolean().describe("whether the list has no others"),
    total: listTotal.optional(),
    facets: z
      .object({
        status: facetValues,
        verdict: facetValues,
        class: facetValues,
        cameraId: facetValues,
        laneId: facetValues,
        sizeType: facetValues,
      })
      .describe(
        "for each parameter the 50 most frequent values, the most frequent first; counted without this parameter itself",
      ),
  })
  .meta({ id: "ContainerFacets" });
export type ContainerFacets = z.infer<typeof containerFacets>;

export const legalHoldRequest = z.object({ reason: readableText(1_000) });

/** Reason for a legal hold, under which a container and its pictures must not be deleted. */
export const legalHold = z
  .object({
    reason: z.string(),
    placedAt: datetime,
    placedBy: z.object({ id: z.string(), email: z.string().describe("the email address at that time") }),
  })
  .meta({ id: "LegalHold" });
export type LegalHold = z.infer<typeof legalHold>;

/** Confirmation by a user who has looked at the pictures that the number was read correctly. */
export const numberConfirmation = z
  .object({
    confirmedAt: datetime,
    confirmedBy: z.object({ id: z.string(), email: z.string().describe("the email address at that time") }),
  })
  .meta({ id: "NumberConfirmation" });
export type NumberConfirmation = z.infer<typeof numberConfirmation>;

/** An expected number that a container's number may be a misreading of, or that may be a misreading of it. */
export const nearMiss = z
  .object({
    containerNumber: z.string(),
    numberCheck,
    confusion: z
      .enum(["transposition", "look-alike", "one-character"])
      .describe(
        "`transposition`: two neighbouring characters are swapped; `look-alike`: one or two characters look alike, such as " +
          "0 and O; `one-character`: any other single character differs. The check digit fits at least one of both numbers",
      ),
    containerId: z.string().nullable().describe("the container with this number; null where only a manifest has it"),
  })
  .meta({ id: "NearMiss" });
export type NearMiss = z.infer<typeof nearMiss>;

export const nearMissesData = z.object({
  confirmation: orNull(numberConfirmation).describe("null while no supervisor has confirmed the current number"),
  items: z.array(nearMiss).describe("likeliest confusions first, at most 20"),
});

/** The visit of a container that a reply is about. */
export const visitSummary = z
  .object({
    number: z.int().describe("counts from 1 within the container, in the order in which visits became known"),
    openedAt: datetime.describe("the time of its first record, or when a user opened it"),
    closedAt: datetime
      .nullable()
      .describe("the time of the decision; null before it, and while the visit is escalated again"),
    lane: orNull(matchLane).describe(
      "of all its pictures and papers, by the rules in force; a decision does not change it. Null while nothing was " +
        "found and there is no picture or no manifest",
    ),
    laneSince: datetime.nullable().describe("since when it has this lane"),
  })
  .meta({ id: "VisitSummary" });
export type VisitSummary = z.infer<typeof visitSummary>;

/** The decision or the open escalation that a container's status rests on. */
export const standing = z
  .object({
    kind: z
      .enum(["hold", "escalation", "inspect", "clear"])
      .describe("a decision to hold that is in force comes first, then an open escalation, then the last decision"),
    escalationId: z.string(),
    grounds: z.string().describe("why it was escalated: what was found, or the words of a user"),
    groundsPhrase: phrase.optional(),
    scanId: z
      .string()
      .nullable()
      .describe("the scan that was escalated; null where a user or the documents gave the reason"),
    reason: z.string().nullable().describe("the reason of the decision; null while it is open"),
    by: z.object({ id: z.string(), email: z.string() }).nullable().describe("who decided"),
    at: datetime.describe("the time of the decision, or of the escalation while it is open"),
  })
  .meta({ id: "Standing" });
export type Standing = z.infer<typeof standing>;

export const container = z
  .object({
    id: z.string(),
    containerNumber: z.string(),
    numberCheck,
    sizeType: z.string().nullable(),
    status: containerStatus,
    isEscalated: z
      .boolean()
      .describe("an escalation of the visit waits for a decision; a HELD container that is escalated again stays HELD"),
    standing: orNull(standing).describe("null where nothing of the visit was escalated"),
    owner: z.object({ id: z.string(), email: z.string() }),
    source: z.enum(["edge", "user"]),
    manifestId: z.string().nullable().describe("the first of `manifestIds`"),
    manifestIds: z
      .array(z.string())
      .describe(
        "all manifests that are attached, the first attached one first; house bills of a consolidated container",
      ),
    categoryScan: orNull(categoryScan),
    legalHold: orNull(legalHold).describe("while it is set, neither the container nor its pictures are deleted"),
    visit: visitSummary.describe(
      "the visit of this status, manifest and category scan: the current one unless another was requested",
    ),
    createdAt: datetime,
    updatedAt: datetime,
  })
  .meta({ id: "Container" });
export type Container = z.infer<typeof container>;

export const identifyQuery = z.object({
  create: z.enum(["true", "false"]).optional().describe("`false` reads the number without creating a container"),
});

/** The container number read from a picture, and the container with that number. */
export const identifyData = z
  .object({
    containerNumber: z.string().nullable().describe("null when no number could be read"),
    numberCheck: orNull(numberCheck),
    confidence: z.number().nullable().describe("0 to 1"),
    candidates: z.array(z.object({ containerNumber: z.string(), confidence: z.number() })).describe("other readings"),
    reason: z
      .string()
      .nullable()
      .describe("why `containerNumber` is null although something was read: too uncertain, or several containers"),
    container: orNull(container).describe(
      "null without a number, for an unknown number with a wrong check digit, and for any unknown one with `create=false`",
    ),
    created: z.boolean().describe("true when this request created the container"),
  })
  .meta({ id: "Identification" });
