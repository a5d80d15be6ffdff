/** Folders that the service sees as empty private ones (PrivateTmp). */
const HIDDEN = /^\/(?:var\/)?tmp\//;

/**
 * States why the service would not run, or would have rights that it does not need; undefined if nothing speaks against
 * it. `isChosen`: the user was given with --user, and not taken over from the command.
 */
export function whyNoService(parts: {
  user: string;
  isChosen: boolean;
  file: string;
  dataDir: string;
}): string | undefined {
  const { user, isChosen, file, dataDir } = parts;
  if (user === "root" && !isChosen)
    return "the service would run as root: specify the user that owns the configuration, such as --user edge-agent";
  const hidden = [file, dataDir].find((place) => HIDDEN.test(place));
  if (hidden === undefined) return undefined;
  return `the service does not see ${hidden}, because it has temporary folders of its own: move it, such as to /etc/edge-agent`;
}
