import type { RouteDefinition } from "../platform/http/define-route.ts";
import { listContainers } from "./containers/list-containers.ts";
import { createContainer } from "./containers/create-container.ts";
import { identifyContainer } from "./containers/identify-container.ts";
import { listDcsaEvents } from "./trade-events/list-dcsa-events.ts";
import { listEpcisEvents } from "./trade-events/list-epcis-events.ts";
import { getContainer } from "./containers/get-container.ts";
import { setContainerNumber } from "./containers/set-container-number.ts";
import { confirmContainerNumber } from "./containers/confirm-container-number.ts";
import { getContainerFacets } from "./containers/get-container-facets.ts";
import { getNearMisses } from "./containers/get-near-misses.ts";
import { setContainerOwner } from "./containers/set-container-owner.ts";
import { placeLegalHold } from "./containers/place-legal-hold.ts";
import { releaseLegalHold } from "./containers/release-legal-hold.ts";
import { deleteContainer } from "./containers/delete-container.ts";
import { listPassages } from "./passages/list-passages.ts";
import { getPassageSuggestions } from "./passages/get-passage-suggestions.ts";
import { assignPassage } from "./passages/assign-passage.ts";
import { listVisits } from "./visits/list-visits.ts";
import { openVisit } from "./visits/open-visit.ts";
import { mergeContainer } from "./merging/merge-container.ts";
import { attachFurtherManifest } from "./manifests/attach-further-manifest.ts";
import { attachManifest } from "./manifests/attach-manifest.ts";
import { detachManifest } from "./manifests/detach-manifest.ts";
import { detachOneManifest } from "./manifests/detach-one-manifest.ts";
import { listScans } from "./scans/list-scans.ts";
import { getScan } from "./scans/get-scan.ts";
import { getScanImage } from "./scans/get-scan-image.ts";
import { getScanVisualization } from "./scans/get-scan-visualization.ts";
import { addDetection } from "./scans/add-detection.ts";
import { setVerdict } from "./scans/set-verdict.ts";
import { removeVerdict } from "./scans/remove-verdict.ts";
import { scanCategory } from "./scans/scan-category.ts";
import { scanDefect } from "./scans/scan-defect.ts";
import { scanIllegal } from "./scans/scan-illegal.ts";
import { scanCategoryFrame } from "./scans/scan-category-frame.ts";
import { scanIllegalFrame } from "./scans/scan-illegal-frame.ts";
import { listEvidence } from "./evidence/list-evidence.ts";
import { addEvidence } from "./evidence/add-evidence.ts";
import { getEvidence } from "./evidence/get-evidence.ts";
import { getEvidenceImage } from "./evidence/get-evidence-image.ts";
import { getEvidenceVisualization } from "./evidence/get-evidence-visualization.ts";
import { deleteEvidence } from "./evidence/delete-evidence.ts";
import { getCaseFile } from "./case-files/get-case-file.ts";
import { getReport } from "./reports/get-report.ts";
import { getStatistics } from "./statistics/get-statistics.ts";
import { escalateContainer } from "./escalations/escalate-container.ts";
import { listEscalations } from "./escalations/list-escalations.ts";
import { getEscalationQueue } from "./escalations/get-escalation-queue.ts";
import { getEscalation } from "./escalations/get-escalation.ts";
import { claimEscalation } from "./escalations/claim-escalation.ts";
import { listEscalationViewers } from "./escalations/list-escalation-viewers.ts";
import { viewEscalation } from "./escalations/view-escalation.ts";
import { leaveEscalation } from "./escalations/leave-escalation.ts";
import { releaseEscalation } from "./escalations/release-escalation.ts";
import { resolveEscalation } from "./escalations/resolve-escalation.ts";
import { recordExamination } from "./examinations/record-examination.ts";
import { listExaminations } from "./examinations/list-examinations.ts";
import { getRulePrecision } from "./examinations/get-rule-precision.ts";
import { listManifests } from "./manifests/list-manifests.ts";
import { createManifest } from "./manifests/create-manifest.ts";
import { importManifests } from "./manifests/import-manifests.ts";
import { startImport } from "./manifests/imports/start-import.ts";
import { answerImport } from "./manifests/imports/answer-import.ts";
import { getImport } from "./manifests/imports/get-import.ts";
import { listImportRows } from "./manifests/imports/list-import-rows.ts";
import { getManifest } from "./manifests/get-manifest.ts";
import { getManifestHistory } from "./manifests/get-manifest-history.ts";
import { previewMatch } from "./manifests/preview-match.ts";
import { updateManifest } from "./manifests/update-manifest.ts";
import { deleteManifest } from "./manifests/delete-manifest.ts";
import { getCategoryMap } from "./category-map/get-category-map.ts";
import { updateCategoryMap } from "./category-map/update-category-map.ts";
import { listUnmappedClasses } from "./rule-sets/list-unmapped-classes.ts";
import { listCategoryMapVersions } from "./category-map/list-category-map-versions.ts";
import { getCategoryMapVersion } from "./category-map/get-category-map-version.ts";
import { listRuleSets } from "./rule-sets/list-rule-sets.ts";
import { proposeRuleSet } from "./rule-sets/propose-rule-set.ts";
import { getCurrentRuleSet } from "./rule-sets/get-current-rule-set.ts";
import { getRuleSet } from "./rule-sets/get-rule-set.ts";
import { withdrawRuleSet } from "./rule-sets/withdraw-rule-set.ts";
import { activateRuleSet } from "./rule-sets/activate-rule-set.ts";
import { startReplay } from "./rule-sets/start-replay.ts";
import { getReplay } from "./rule-sets/get-replay.ts";
import { listReplayChanges } from "./rule-sets/list-replay-changes.ts";
import type { InspectionParts } from "./parts.ts";

/** This room's routes. Where two paths fit a request, the first row wins: fixed words come before parameters. */
export const inspectionRoutes: readonly RouteDefinition<InspectionParts>[] = [
  listContainers,
  createContainer,
  identifyContainer,
  getContainerFacets,
  getContainer,
  setContainerNumber,
  confirmContainerNumber,
  getNearMisses,
  setContainerOwner,
  placeLegalHold,
  releaseLegalHold,
  deleteContainer,
  listVisits,
  openVisit,
  mergeContainer,
  attachManifest,
  detachManifest,
  attachFurtherManifest,
  detachOneManifest,
  listScans,
  getScan,
  getScanImage,
  getScanVisualization,
  addDetection,
  setVerdict,
  removeVerdict,
  scanCategory,
  scanDefect,
  scanIllegal,
  scanCategoryFrame,
  scanIllegalFrame,

  listEvidence,
  addEvidence,
  getEvidence,
  getEvidenceImage,
  getEvidenceVisualization,
  deleteEvidence,

  listPassages,
  getPassageSuggestions,
  assignPassage,

  getReport,
  getCaseFile,
  getStatistics,

  escalateContainer,
  listEscalations,
  getEscalationQueue,
  listEscalationViewers,
  viewEscalation,
  leaveEscalation,
  getEscalation,
  claimEscalation,
  releaseEscalation,
  resolveEscalation,

  recordExamination,
  listExaminations,

  listManifests,
  createManifest,
  importManifests,
  startImport,
  answerImport,
  getImport,
  listImportRows,
  getManifest,
  getManifestHistory,
  previewMatch,
  updateManifest,
  deleteManifest,

  getCategoryMap,
  updateCategoryMap,
  listUnmappedClasses,
  listCategoryMapVersions,
  getCategoryMapVersion,

  listRuleSets,
  proposeRuleSet,
  getCurrentRuleSet,
  getRulePrecision,
  getRuleSet,
  withdrawRuleSet,
  activateRuleSet,
  startReplay,
  getReplay,
  listReplayChanges,

  listDcsaEvents,
  listEpcisEvents,
];
