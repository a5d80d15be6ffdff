import type { AlertRules } from "@container-inspection/shared-schemas/rules/alert-rules";

/** All thresholds are estimates of this project: a site sets those that its model's measured precision supports. */
export const bundledAlertRules: AlertRules = {
  alerts: [
    {
      classes: [
        "person",
        "human",
        "stowaway",
        "animal",
        "dog",
        "weapon",
        "firearm",
        "gun",
        "pistol",
        "rifle",
        "knife",
        "blade",
      ],
      fromConfidence: 0.4,
      severity: "critical",
    },
    {
      // A tear opens the wall as a hole does.
      classes: ["hole", "tear", "seal_broken", "broken seal", "seal missing", "missing seal", "no seal"],
      fromConfidence: 0.5,
      severity: "critical",
    },
    { classes: ["damaged_door"], fromConfidence: 0.5, severity: "warning" },
    { classes: ["dent", "rust", "scratch", "corrosion", "deformation"], fromConfidence: 0.6, severity: "info" },
  ],
  ignoredClasses: ["no_threat", "no threat", "background", "none", "no_damage", "no damage"],
  illegalFromConfidence: 0.25,
  defectFromConfidence: 0.5,
};
