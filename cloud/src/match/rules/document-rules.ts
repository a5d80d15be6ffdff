import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { ManifestStatus } from "@container-inspection/shared-schemas/manifests";
import { isNotStated } from "../reading/not-stated.ts";
import { readSizeType } from "../reading/read-size-type.ts";
import { join, joins, english, state, type Words } from "../english.ts";

/**
 * The manifest names another container than the one it is attached to. Here and below, `whose` names the manifest where
 * the container has several.
 */
export function checkContainerNumber(declared: string | null, observed: string, whose: Words = ""): MatchFinding[] {
  const key = declared === null ? undefined : parseContainerNumber(declared)?.key;
  if (key === undefined || key === parseContainerNumber(observed)?.key) return [];
  const message = english`The manifest${whose} is for container ${declared ?? ""}, but it is attached to container ${observed}.`;
  return [
    state({ rule: "container-number-mismatch", severity: "critical", lane: "cargo", declared, observed, message }),
  ];
}

const partNames = { length: english`length`, height: english`height`, group: english`type` };

/**
 * Length, height or type of the container differ between manifest and container (ISO 6346 size-type or its name in
 * trade; details of the type are not compared, so that 22G1, 22GP and 20GP agree). A text that is none of them is named
 * and not compared.
 */
export function checkSizeType(declared: string | null, observed: string | null, whose: Words = ""): MatchFinding[] {
  const [left, right] = [readSizeType(declared), readSizeType(observed)];
  if (!left) return reportSizeTypeNotUnderstood(declared, observed, whose);
  if (!right) return [];
  const stated = (["length", "height", "group"] as const).filter((part) => left[part] !== "" && right[part] !== "");
  const parts = stated.filter((part) => left[part] !== right[part]);
  if (parts.length === 0) return [];
  const names = join(
    parts.map((part) => partNames[part]),
    joins.comma,
    joins.and,
  );
  const message = english`The manifest${whose} declares a container of size-type ${declared ?? ""}, but this one is ${observed ?? ""}: another ${names}.`;
  return [state({ rule: "size-type-mismatch", severity: "warning", lane: "cargo", declared, observed, message })];
}

function reportSizeTypeNotUnderstood(declared: string | null, observed: string | null, whose: Words): MatchFinding[] {
  if (declared === null || isNotStated(declared)) return [];
  const message = english`The manifest${whose} declares a container of size-type ${declared ?? ""}, which is not understood, so it was not compared.`;
  return [
    state({ rule: "size-type-not-understood", severity: "info", lane: "documents", declared, observed, message }),
  ];
}

const statusNames = {
  DRAFT: english`DRAFT`,
  SUBMITTED: english`SUBMITTED`,
  VALIDATED: english`VALIDATED`,
  REJECTED: english`REJECTED`,
  AMENDED: english`AMENDED`,
};

/**
 * A manifest that customs have not validated, which concerns the documents; one they have rejected releases no cargo.
 */
export function checkStatus(status: ManifestStatus, whose: Words = ""): MatchFinding[] {
  if (status === "VALIDATED") return [];
  const isRejected = status === "REJECTED";
  const message = isRejected
    ? english`The manifest${whose} was rejected: the container may not be released on it.`
    : english`The manifest${whose} has the status ${statusNames[status]}: it has not been validated.`;
  const rule = "manifest-not-validated";
  const [severity, lane] = isRejected ? (["critical", "cargo"] as const) : (["warning", "documents"] as const);
  return [state({ rule, severity, lane, declared: statusNames[status], observed: null, message })];
}
