import path from "node:path";

/**
 * Path that a person wrote in the configuration, from the folder of its file. It may lead anywhere: the configuration
 * decides where models, keys and data lie. Names from messages and archives go through pathInside instead.
 */
export const pathOfSetting = (folder: string, setting: string): string => path.resolve(folder, setting);
