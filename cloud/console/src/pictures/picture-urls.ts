export const imageUrl = (containerId: string, scanId: string) => `/v1/containers/${containerId}/scans/${scanId}/image`;

/** The picture of a scan at most 320 × 320 pixels. */
export const thumbnailUrl = (containerId: string, scanId: string) => `${imageUrl(containerId, scanId)}?size=thumbnail`;
