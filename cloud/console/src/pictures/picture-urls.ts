export const imageUrl = (containerId: string, scanId: string) => `/v1/containers/${containerId}/scans/${scanId}/image`;

/** The picture of a scan at most 320 × 320 pixels. */
export const thumbnailUrl = (containerId: string, scanId: string) => `${imageUrl(containerId, scanId)}?size=thumbnail`;

/** The original bytes of a photo kept as evidence. */
export const photoUrl = (containerId: string, evidenceId: string) =>
  `/v1/containers/${containerId}/evidence/${evidenceId}/image`;

/** A photo kept as evidence, at most 320 × 320 pixels. */
export const photoThumbnailUrl = (containerId: string, evidenceId: string) =>
  `${photoUrl(containerId, evidenceId)}?size=thumbnail`;
