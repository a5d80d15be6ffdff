/**
 * Only who uploaded a photo or owns its container may delete it. No role overrides this, and an uploader needs not see the
 * container.
 */
export function mayDeleteEvidence(
  { userId }: { userId: string },
  evidence: { uploaderId: string },
  container: { ownerId: string },
): boolean {
  return evidence.uploaderId === userId || container.ownerId === userId;
}
