import type { EscalationState } from "@container-inspection/shared-schemas/escalations";
import type { MatchFinding } from "@container-inspection/shared-schemas/manifest-match";
import type { Role } from "@container-inspection/shared-schemas/roles";
import { describe, expect, test } from "vitest";
import {
  criticalFindings,
  extendWith,
  mayDecide,
  refuseClaim,
  refuseRelease,
  refuseResolve,
  sourceOf,
  statusAfter,
} from "./escalation-rules.ts";
import { summariseFindings } from "../record/reason-rules.ts";

const RESOLVED = { code: "ESCALATION_RESOLVED", message: "This escalation is resolved. Raise a new one." };
const CLAIMED = {
  code: "ESCALATION_CLAIMED",
  message: "Another user has claimed this escalation. That user or an admin can release it.",
};
const NOT_CLAIMED = { code: "ESCALATION_NOT_CLAIMED", message: "This escalation is not claimed." };

describe("an escalation", () => {
  const standing = (state: EscalationState, claimedById: string | null = null) => ({ state, claimedById });
  const caller = (role: Role) => ({ userId: "me", role });

  test.each([refuseClaim, refuseResolve])("%o: what is open, or one's own", (refuse) => {
    for (const role of ["supervisor", "admin"] as const) {
      expect(refuse(standing("OPEN"), caller(role))).toBeUndefined();
      expect(refuse(standing("CLAIMED", "me"), caller(role))).toBeUndefined();
      expect(refuse(standing("CLAIMED", "other"), caller(role))).toEqual(CLAIMED);
      expect(refuse(standing("RESOLVED", "me"), caller(role))).toEqual(RESOLVED);
    }
  });

  test("is released by the person who has it, or by an admin", () => {
    expect(refuseRelease(standing("RESOLVED", "me"), caller("admin"))).toEqual(RESOLVED);
    expect(refuseRelease(standing("OPEN"), caller("admin"))).toEqual(NOT_CLAIMED);
    expect(refuseRelease(standing("CLAIMED", "me"), caller("supervisor"))).toBeUndefined();
    expect(refuseRelease(standing("CLAIMED", "other"), caller("supervisor"))).toEqual(CLAIMED);
    expect(refuseRelease(standing("CLAIMED", "other"), caller("admin"))).toBeUndefined();
  });

  test("is cleared only by a person without a hold decision in force", () => {
    const holds = ["me", "other"].map((resolvedById) => ({ id: "e", visitId: "v", resolvedById }));
    expect(mayDecide("clear", "me", holds)).toBe(false);
    expect(mayDecide("clear", "third", holds)).toBe(true);
    expect(mayDecide("hold", "me", holds)).toBe(true);
    expect(mayDecide("inspect", "me", holds)).toBe(true);
    expect(mayDecide("clear", "me", [])).toBe(true);
  });

  test("gives its container the status of the decision", () => {
    expect(statusAfter).toEqual({ clear: "CLEARED", hold: "HELD", inspect: "INSPECT" });
  });
});

const finding = (message: string, more: Partial<MatchFinding> = {}): MatchFinding => ({
  rule: "r",
  severity: "critical",
  lane: "cargo",
  declared: "d",
  observed: "o",
  message,
  ...more,
});

test("the critical findings are those that a supervisor must see", () => {
  const findings = [finding("a"), finding("b", { severity: "warning" }), finding("c", { severity: "info" })];
  expect(criticalFindings(findings)).toEqual([finding("a")]);
  expect(criticalFindings([])).toEqual([]);
});

test("an escalation is about illegal goods before other alerts, and about these before the manifest", () => {
  const [illegal, alert, defects] = ["illegal-goods", "alert", "defects"].map((rule) => finding("m", { rule }));
  expect(sourceOf([finding("a"), alert!, illegal!])).toBe("illegal");
  expect(sourceOf([finding("a"), alert!])).toBe("alert");
  expect(sourceOf([defects!, finding("a")])).toBe("alert");
  expect(sourceOf([finding("a")])).toBe("manifest");
  expect(sourceOf([])).toBe("manifest");
});

test("findings become the reason of an escalation, in one sentence", () => {
  expect(String(summariseFindings([]))).toBe("");
  expect(String(summariseFindings([finding("One.")]))).toBe("One.");
  expect(String(summariseFindings([finding("One."), finding("Two."), finding("Three.")]))).toBe(
    "One. (and 2 more critical)",
  );
  expect(String(summariseFindings([finding("One."), finding("Two.")], 3))).toBe(
    "One. (and 1 more critical) (on visit 3, reported late)",
  );
});

test("a firearm is named in the reason, wherever it stands among the findings", () => {
  const [bottle, gun] = ["bottle", "firearm"].map((className) =>
    finding(`A ${className}.`, { rule: "illegal-goods", className }),
  );
  expect(String(summariseFindings([bottle!, finding("Two."), gun!]))).toBe("A bottle. (and 2 more critical: firearm)");
  expect(String(summariseFindings([gun!, bottle!, bottle!]))).toBe("A firearm. (and 2 more critical: bottle)");
});

describe("an open escalation with further findings", () => {
  const [illegal, alert] = ["illegal-goods", "alert"].map((rule) => finding(`${rule}.`, { rule, className: "gun" }));
  const open = { source: "manifest" as const, reason: "One.", scanId: "s1", findings: [finding("One.")] };

  test("names each ground once: a rule about a class or a declared row", () => {
    const again = [finding("Two.", { observed: "more" }), finding("One.")];
    expect(extendWith(open, { findings: again, scanId: "s2" })).toBeUndefined();
    const others = [finding("Three.", { declared: "rice" }), finding("Three again.", { declared: "rice" })];
    expect(extendWith(open, { findings: others, scanId: "s2" })).toEqual({
      source: "manifest",
      reason: "One. (and 1 more critical)",
      scanId: "s1",
      findings: [finding("One."), others[0]],
    });
  });

  test("is about the most severe, whose scan is the one to judge", () => {
    const extended = extendWith(open, { findings: [alert!, illegal!], scanId: "s2" });
    expect(extended).toEqual({
      source: "illegal",
      reason: "illegal-goods. (and 2 more critical: gun)",
      scanId: "s2",
      findings: [illegal, alert, finding("One.")],
    });
    const further = extendWith(extended!, { findings: [finding("Late.", { declared: "tea" })], scanId: "s3" });
    expect(further).toMatchObject({ source: "illegal", scanId: "s2", findings: { length: 4 } });
  });

  test("keeps the reason of a user, and not that of the random sample", () => {
    const ofUser = { source: "user" as const, reason: "the seal looks new", scanId: null, findings: [] };
    const more = { findings: [finding("One.")], scanId: "s2" };
    expect(extendWith(ofUser, more)).toEqual({ ...ofUser, scanId: "s2", findings: [finding("One.")] });
    const sample = { source: "sample" as const, reason: "Chosen at random.", scanId: "s1", findings: [] };
    expect(extendWith(sample, more)).toMatchObject({ source: "manifest", reason: "One.", scanId: "s2" });
  });
});
