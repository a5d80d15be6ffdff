import { z } from "zod";
import { containerNumber, numberCheck } from "./container-number.ts";
import { datetime, orNull, page, pageQuery, text } from "./primitives.ts";

/** The id of a passage, which is one vehicle through one gate lane; unique among the passages of its device. */
export const passageId = z
  .string()
  .regex(/^[\w-]{1,64}$/, { message: "must be 1 to 64 letters, digits, hyphens or underscores" });

/** The place of a container on its vehicle, such as `front`: a name, as the configuration of a device takes it. */
export const passagePosition = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/, {
  message: "must be 1 to 32 letters, digits, dots, underscores or hyphens, and begin with a letter or digit",
});

/** The beginning of the numbers that devices make for vehicles whose number they do not know. */
const UNIDENTIFIED = "UNIDENTIFIED-";

/** True for a number, or its key, that stands for a vehicle whose number no device knew. */
export const isPlaceholderNumber = (number: string): boolean => number.startsWith(UNIDENTIFIED);

/** The passage that a record belongs to, as its device sent it. */
export const recordPassage = z
  .object({ id: z.string(), position: z.string().nullable() })
  .meta({ id: "RecordPassage" });
export type RecordPassage = z.infer<typeof recordPassage>;

const place = z.object({ id: z.string(), name: z.string() });
const positionOrNull = z.string().nullable().describe("null where the device sent none");

/** A container of a passage. */
const passageContainer = z
  .object({
    position: positionOrNull,
    container: z.object({ id: z.string(), containerNumber: z.string(), numberCheck }),
    isUnidentified: z
      .boolean()
      .describe("true where a person must name the container: by its device it has no number, or several"),
    assigned: orNull(z.object({ by: z.object({ id: z.string(), email: z.string() }), at: datetime })).describe(
      "who named the container, if a person did: no device overrides that",
    ),
  })
  .meta({ id: "PassageContainer" });

/** A scan or a photo of a passage; its picture is that of the scan or the photo. */
const passagePicture = z
  .object({
    kind: z.enum(["scan", "evidence"]),
    id: z.string(),
    containerId: z.string().describe("the container that it is recorded under"),
    position: positionOrNull,
    cameraId: z.string().nullable(),
    takenAt: datetime,
  })
  .meta({ id: "PassagePicture" });
export type PassagePicture = z.infer<typeof passagePicture>;

const passageBase = z
  .object({
    id: z.string(),
    deviceId: z.string().describe("the reported id of its device"),
    passageId: z.string().describe("the id that its device gave it"),
    firstAt: datetime.describe("when its first record was taken"),
    lastAt: datetime,
    containers: z.array(passageContainer),
  })
  .meta({ id: "PassageNeighbour" });

/** One vehicle through one gate lane. */
export const passage = passageBase
  .extend({
    lane: orNull(place).describe("the lane of the camera that took its first record, as it is placed now"),
    pictures: z.array(passagePicture).describe("the first 12, in the order in which they were taken"),
    previous: orNull(passageBase).describe("the one before it in the same lane, or on the same device without a lane"),
    next: orNull(passageBase),
  })
  .meta({ id: "Passage" });
export type Passage = z.infer<typeof passage>;
export type PassageNeighbour = NonNullable<Passage["next"]>;

export const listPassagesQuery = pageQuery.extend({
  state: z
    .enum(["unidentified", "assigned"])
    .optional()
    .describe("`unidentified`: a person must name a container, by default. `assigned`: a person has named one"),
  laneId: text(100).optional(),
});
export const passagesPage = page(passage);

/** Names the container of a passage. */
export const assignPassageRequest = z.object({
  containerNumber,
  position: passagePosition.optional().describe("names only the container at this position; all of them by default"),
});

/** A number that the vehicle of a passage may have. */
const passageSuggestion = z
  .object({
    containerNumber: z.string(),
    numberCheck,
    containerId: orNull(z.string()).describe("null where only a manifest has the number"),
    reason: z
      .enum(["recorded", "near", "neighbour", "expected"])
      .describe(
        "`recorded`: records of the passage have it. `near`: such a number may be a misreading of it. `neighbour`: the passage " +
          "before or after has it. `expected`: a manifest waits for it, the newest first",
      ),
  })
  .meta({ id: "PassageSuggestion" });
export type PassageSuggestion = z.infer<typeof passageSuggestion>;
export const passageSuggestionsQuery = z.object({
  part: text(20).optional().describe("only numbers with this text in them, and those that it may be a misreading of"),
});
export const passageSuggestionsData = z.object({ items: z.array(passageSuggestion) });
