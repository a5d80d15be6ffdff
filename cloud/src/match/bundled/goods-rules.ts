import type { GoodsRules } from "@container-inspection/shared-schemas/rules/goods-rules";

/**
 * Figures without a source are estimates of this project. Those of the bundled model follow from its card: the objects
 * that it detects as any class, and those of them that it names correctly.
 */
export const bundledGoodsRules: GoodsRules = {
  models: [
    {
      name: "category-demo",
      recall: 0.89,
      misnamedShare: 0.11,
      // Measured from a confidence of 0.25 on, on held-out seeds of the kind of pictures that it was trained on.
      misnamedByClass: {
        carton: 0.11,
        pallet: 0.17,
        drum: 0.1,
        sack: 0.05,
        crate: 0.1,
        roll: 0.16,
        machinery: 0.11,
        vehicle: 0.04,
      },
      classes: 8,
      straysPerPicture: 0.53,
    },
  ],
  otherModels: { recall: 0.95, misnamedShare: 0.005, straysPerPicture: 0.05 },
  wholeObjects: ["vehicle", "machinery"],
  wholeObjectAreaShare: 0.005,
  undeclaredPackages: { warningChance: 0.001, criticalChance: 0.0003 },
  undeclaredWholeObjects: { warningChance: 0.01, criticalChance: 0.002 },
  classPrecision: [
    { fromAreaShare: 0.02, precision: 0.95 },
    { fromAreaShare: 0.005, precision: 0.8 },
    { fromAreaShare: 0, precision: 0.5 },
  ],
  largeStrayShare: 0.1,
  errorConfidences: [
    { fromConfidence: 0.8, share: 0.02 },
    { fromConfidence: 0.7, share: 0.06 },
    { fromConfidence: 0.6, share: 0.18 },
    { fromConfidence: 0.5, share: 0.4 },
  ],
  warningProbability: 0.35,
  criticalProbability: 0.65,
  criticalAreaShare: 0.01,
  excessWarningDeviations: 2.33,
  excessCriticalDeviations: 4,
  excessCriticalFactor: 2,
  shortageWarningDeviations: 3.1,
  disjointCameras: [],
  emptyConfidence: 0.8,
  dunnagePieces: 2,
};
