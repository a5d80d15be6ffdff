/** Platform of a release, in the words of Node.js and of npm's packages. */
export type Platform = { os: string; cpu: string };

/** Parts from which the release of a platform is laid out. */
export type Parts = {
  platform: Platform;
  /** Folder of a workspace whose modules are installed for the platform. */
  workspace: string;
  /** Folder of Node.js for the platform: `bin/node`, and its licence. */
  node: string;
};

export const ownPlatform: Platform = { os: process.platform, cpu: process.arch };

export const nameOf = ({ os, cpu }: Platform): string => `${os}-${cpu}`;
