import { parseContainerNumber } from "@container-inspection/shared-schemas/container-number";
import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { ManifestStatus } from "@container-inspection/shared-schemas/manifests";
import { isNotStated } from "../reading/not-stated.ts";
import { readSizeType } from "../reading/read-size-type.ts";

/**
 * The manifest names another container than the one it is attached to. Here and below, `whose` names the manifest where
 * the container has several.
 */
export function checkContainerNumber(declared: string | null, observed: string, whose = ""): MatchFinding[] {
  const key = declared === null ? undefined : parseContainerNumber(declared)?.key;
  if (key === undefined || key === parseContainerNumber(observed)?.key) return [];
  const message = `The manifest${whose} is for container ${declared}, but it is attached to container ${observed}.`;
  return [{ rule: "container-number-mismatch", severity: "critical", lane: "cargo", declared, observed, message }];
}

const listParts = new Intl.ListFormat("en-GB");

/**
 * Length, height or type of the container differ between manifest and container (ISO 6346 size-type or its name in
 * trade; details of the type are not compared, so that 22G1, 22GP and 20GP agree). A text that is none of them is named
 * and not compared.
 */
export function checkSizeType(declared: string | null, observed: string | null, whose = ""): MatchFinding[] {
  const [left, right] = [readSizeType(declared), readSizeType(observed)];
  if (!left) return reportSizeTypeNotUnderstood(declared, observed, whose);
  if (!right) return [];
  const stated = (["length", "height", "group"] as const).filter((part) => left[part] !== "" && right[part] !== "");
  const parts = stated.filter((part) => left[part] !== right[part]);
  if (parts.length === 0) return [];
  const names = listParts.format(parts.map((part) => (part === "group" ? "type" : part)));
  const message = `The manifest${whose} declares a container of size-type ${declared}, but this one is ${observed}: another ${names}.`;
  return [{ rule: "size-type-mismatch", severity: "warning", lane: "cargo", declared, observed, message }];
}

function reportSizeTypeNotUnderstood(declared: string | null, observed: string | null, whose: string): MatchFinding[] {
  if (declared === null || isNotStated(declared)) return [];
  const message = `The manifest${whose} declares a container of size-type ${declared}, which is not understood, so it was not compared.`;
  return [{ rule: "size-type-not-understood", severity: "info", lane: "documents", declared, observed, message }];
}

/**
 * A manifest that customs have not validated, which concerns the documents; one they have rejected releases no cargo.
 */
export function checkStatus(status: ManifestStatus, whose = ""): MatchFinding[] {
  if (status === "VALIDATED") return [];
  const isRejected = status === "REJECTED";
  const message = isRejected
    ? `The manifest${whose} was rejected: the container may not be released on it.`
    : `The manifest${whose} has the status ${status}: it has not been validated.`;
  const rule = "manifest-not-validated";
  const [severity, lane] = isRejected ? (["critical", "cargo"] as const) : (["warning", "documents"] as const);
  return [{ rule, severity, lane, declared: status, observed: null, message }];
}
