export type Size = { width: number; height: number };
export type Limits = { maxWidthPixels: number | undefined; maxHeightPixels: number | undefined };

/** The size of a picture scaled down to fit, keeping its shape; never scaled up. */
export function fitPicture({ width, height }: Size, { maxWidthPixels, maxHeightPixels }: Limits): Size {
  const scale = Math.min(1, (maxWidthPixels ?? width) / width, (maxHeightPixels ?? height) / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
