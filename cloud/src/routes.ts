import { beginGoogleSignIn } from "./auth/begin-google-sign-in.ts";
import { changeEmail } from "./auth/change-email.ts";
import { changeOwnPassword } from "./auth/change-own-password.ts";
import { listAuditLog } from "./audit/list-audit-log.ts";
import { finishGoogleSignIn } from "./auth/finish-google-sign-in.ts";
import { forgotPassword } from "./auth/forgot-password.ts";
import { login } from "./auth/login.ts";
import { logout } from "./auth/logout.ts";
import { refreshToken } from "./auth/refresh-token.ts";
import { register } from "./auth/register.ts";
import { resetPassword } from "./auth/reset-password.ts";
import { verifyEmail } from "./auth/verify-email.ts";
import { getCamera } from "./cameras/get-camera.ts";
import { getCameraRegistration } from "./cameras/get-registration.ts";
import { listAdminCameras } from "./cameras/list-admin-cameras.ts";
import { listCameras } from "./cameras/list-cameras.ts";
import { registerCamera } from "./cameras/register-camera.ts";
import { unregisterCamera } from "./cameras/unregister-camera.ts";
import { getCategoryMapVersion } from "./category-map/get-category-map-version.ts";
import { getCategoryMap } from "./category-map/get-category-map.ts";
import { listCategoryMapVersions } from "./category-map/list-category-map-versions.ts";
import { updateCategoryMap } from "./category-map/update-category-map.ts";
import { createContainer } from "./containers/create-container.ts";
import { deleteContainer } from "./containers/delete-container.ts";
import { getContainer } from "./containers/get-container.ts";
import { identifyContainer } from "./containers/identify-container.ts";
import { listContainers } from "./containers/list-containers.ts";
import { setContainerNumber } from "./containers/set-container-number.ts";
import { mergeContainer } from "./containers/merge-container.ts";
import { placeLegalHold } from "./containers/place-legal-hold.ts";
import { releaseLegalHold } from "./containers/release-legal-hold.ts";
import { setContainerOwner } from "./containers/set-container-owner.ts";
import { listDevices } from "./devices/list-devices.ts";
import { registerDevice } from "./devices/register-device.ts";
import { unregisterDevice } from "./devices/unregister-device.ts";
import { getExpectedNumbers } from "./edge/get-expected-numbers.ts";
import { identifyEdgeContainer } from "./edge/identify-container.ts";
import { ingestCategoryScan } from "./edge/ingest-category-scan.ts";
import { ingestDefectScan } from "./edge/ingest-defect-scan.ts";
import { ingestEvidence } from "./edge/ingest-evidence.ts";
import { ingestIllegalScan } from "./edge/ingest-illegal-scan.ts";
import { createEdgeDevice } from "./edge-devices/create-edge-device.ts";
import { createJoinCode } from "./edge-devices/create-join-code.ts";
import { deleteEdgeDevice } from "./edge-devices/delete-edge-device.ts";
import { getEdgeDevice } from "./edge-devices/get-edge-device.ts";
import { join } from "./edge-devices/join.ts";
import { listEdgeDevices } from "./edge-devices/list-edge-devices.ts";
import { recordHeartbeat } from "./edge-devices/record-heartbeat.ts";
import { revokeEdgeDevice } from "./edge-devices/revoke-edge-device.ts";
import { rotateEdgeKey } from "./edge-devices/rotate-edge-key.ts";
import { updateEdgeDevice } from "./edge-devices/update-edge-device.ts";
import { addEvidence } from "./evidence/add-evidence.ts";
import { deleteEvidence } from "./evidence/delete-evidence.ts";
import { getEvidenceImage } from "./evidence/get-evidence-image.ts";
import { getEvidenceVisualization } from "./evidence/get-evidence-visualization.ts";
import { getEvidence } from "./evidence/get-evidence.ts";
import { listEvidence } from "./evidence/list-evidence.ts";
import { claimEscalation } from "./escalations/claim-escalation.ts";
import { escalateContainer } from "./escalations/escalate-container.ts";
import { getEscalation } from "./escalations/get-escalation.ts";
import { listEscalations } from "./escalations/list-escalations.ts";
import { releaseEscalation } from "./escalations/release-escalation.ts";
import { resolveEscalation } from "./escalations/resolve-escalation.ts";
import { streamEvents } from "./events/stream-events.ts";
import { getHealth } from "./health/get-health.ts";
import { getMetrics } from "./health/get-metrics.ts";
import { getReadiness } from "./health/get-readiness.ts";
import type { RouteDefinition } from "./http/define-route.ts";
import { attachManifest } from "./manifests/attach-manifest.ts";
import { acceptInvite } from "./invites/accept-invite.ts";
import { createInvite } from "./invites/create-invite.ts";
import { listInvites } from "./invites/list-invites.ts";
import { previewInvite } from "./invites/preview-invite.ts";
import { revokeInvite } from "./invites/revoke-invite.ts";
import { listEmailJobs } from "./mail/list-email-jobs.ts";
import { retryEmailJob } from "./mail/retry-email-job.ts";
import { listPushDeliveries } from "./push/list-push-deliveries.ts";
import { createManifest } from "./manifests/create-manifest.ts";
import { deleteManifest } from "./manifests/delete-manifest.ts";
import { detachManifest } from "./manifests/detach-manifest.ts";
import { getManifestHistory } from "./manifests/get-manifest-history.ts";
import { getManifest } from "./manifests/get-manifest.ts";
import { importManifests } from "./manifests/import-manifests.ts";
import { listManifests } from "./manifests/list-manifests.ts";
import { updateManifest } from "./manifests/update-manifest.ts";
import { getDocsScript } from "./reference/get-docs-script.ts";
import { getDocs } from "./reference/get-docs.ts";
import { getOpenApiDocument } from "./reference/get-openapi-document.ts";
import { getReport } from "./reports/get-report.ts";
import { getScanImage } from "./scans/get-scan-image.ts";
import { getScanVisualization } from "./scans/get-scan-visualization.ts";
import { getScan } from "./scans/get-scan.ts";
import { listScans } from "./scans/list-scans.ts";
import { removeVerdict } from "./scans/remove-verdict.ts";
import { scanCategoryFrame } from "./scans/scan-category-frame.ts";
import { scanCategory } from "./scans/scan-category.ts";
import { scanDefect } from "./scans/scan-defect.ts";
import { scanIllegalFrame } from "./scans/scan-illegal-frame.ts";
import { scanIllegal } from "./scans/scan-illegal.ts";
import { setVerdict } from "./scans/set-verdict.ts";
import { getTopologyPlan } from "./topology/get-plan.ts";
import { getTopology } from "./topology/get-topology.ts";
import { putTopologyPlan } from "./topology/put-plan.ts";
import { getCameraTracking } from "./tracking/get-camera-tracking.ts";
import { ingestStreamEvents } from "./tracking/ingest-stream-events.ts";
import { getMe } from "./users/get-me.ts";
import { getUser } from "./users/get-user.ts";
import { listUsers } from "./users/list-users.ts";
import { updateMe } from "./users/update-me.ts";
import { updateUser } from "./users/update-user.ts";
import { listVisits } from "./visits/list-visits.ts";
import { openVisit } from "./visits/open-visit.ts";
import { createWebhook } from "./webhooks/create-webhook.ts";
import { deleteWebhook } from "./webhooks/delete-webhook.ts";
import { getWebhook } from "./webhooks/get-webhook.ts";
import { listWebhookDeliveries } from "./webhooks/list-webhook-deliveries.ts";
import { listWebhooks } from "./webhooks/list-webhooks.ts";
import { retryWebhookDelivery } from "./webhooks/retry-webhook-delivery.ts";
import { rotateWebhookSecret } from "./webhooks/rotate-webhook-secret.ts";
import { testWebhook } from "./webhooks/test-webhook.ts";
import { updateWebhook } from "./webhooks/update-webhook.ts";

/** The whole surface. A path that stands twice is decided by the first row, so fixed words come before parameters. */
export const routes: readonly RouteDefinition[] = [
  getHealth,
  getReadiness,
  getMetrics,
  getOpenApiDocument(() => routes),
  getDocs,
  getDocsScript,

  login,
  beginGoogleSignIn,
  finishGoogleSignIn,
  refreshToken,
  logout,
  register,
  verifyEmail,
  forgotPassword,
  resetPassword,
  getMe,
  updateMe,
  changeEmail,
  changeOwnPassword,

  previewInvite,
  acceptInvite,
  createInvite,
  listInvites,
  revokeInvite,
  listEmailJobs,
  retryEmailJob,
  listPushDeliveries,

  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  retryWebhookDelivery,

  listContainers,
  createContainer,
  identifyContainer,
  getContainer,
  setContainerNumber,
  setContainerOwner,
  placeLegalHold,
  releaseLegalHold,
  deleteContainer,
  listVisits,
  openVisit,
  mergeContainer,
  attachManifest,
  detachManifest,
  listScans,
  getScan,
  getScanImage,
  getScanVisualization,
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

  getReport,

  streamEvents,

  escalateContainer,
  listEscalations,
  getEscalation,
  claimEscalation,
  releaseEscalation,
  resolveEscalation,

  listManifests,
  createManifest,
  importManifests,
  getManifest,
  getManifestHistory,
  updateManifest,
  deleteManifest,

  listDevices,
  registerDevice,
  unregisterDevice,

  identifyEdgeContainer,
  ingestCategoryScan,
  ingestDefectScan,
  ingestIllegalScan,
  ingestEvidence,
  getExpectedNumbers,
  join,
  recordHeartbeat,

  listEdgeDevices,
  createEdgeDevice,
  getEdgeDevice,
  updateEdgeDevice,
  rotateEdgeKey,
  createJoinCode,
  revokeEdgeDevice,
  deleteEdgeDevice,

  ingestStreamEvents,
  getCameraTracking,
  listCameras,
  getCamera,
  getTopology,
  getTopologyPlan,
  putTopologyPlan,
  listAdminCameras,
  getCameraRegistration,
  registerCamera,
  unregisterCamera,

  getCategoryMap,
  updateCategoryMap,
  listCategoryMapVersions,
  getCategoryMapVersion,

  listUsers,
  getUser,
  updateUser,
  listAuditLog,
];
