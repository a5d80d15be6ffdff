/**
 * Takes the agent's own options out of a camera's URL. The rest of the query belongs to the camera and stays as it was
 * written, because cameras are particular about it.
 */
export function takeOptions(url: URL, names: readonly string[]): { own: URL; camera: URL } {
  const isOwn = (part: string) => names.includes(part.split("=")[0] ?? "");
  const parts = url.search.replace(/^\?/, "").split("&").filter(Boolean);
  const own = new URL(url);
  own.search = parts.filter(isOwn).join("&");
  const camera = new URL(url);
  camera.search = parts.filter((part) => !isOwn(part)).join("&");
  return { own, camera };
}
