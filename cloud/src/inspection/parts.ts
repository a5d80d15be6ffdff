import type { PeopleParts } from "../people/parts.ts";
import type { MatchRules } from "./judging/rule-cache.ts";

export type InspectionParts = PeopleParts & { matchRules: MatchRules };

/** The parts that a function declares that it uses. */
export type Needs<Key extends keyof InspectionParts> = Pick<InspectionParts, Key>;
