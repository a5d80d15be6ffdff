import { z } from "zod";
import { chainedRecordKind } from "./provenance.ts";
import { datetime, edgeId, lineOrEmpty, orAbsent, orNull, sha256, text } from "./primitives.ts";

/** The largest configuration that is kept, in UTF-16 units of its text. */
export const MAX_CONFIGURATION_LENGTH = 1_000_000;

/** Part that a stored configuration does not contain, and a technician adds on new hardware. */
export const missingPart = z
  .object({
    setting: lineOrEmpty(500).min(1).describe("where it belongs, such as `cameras.gate-1-top.password`"),
    kind: z
      .enum(["secret", "variable", "file", "page-password"])
      .describe(
        "`secret`: a password, or credentials inside an address. `variable`: an environment variable that the setting uses. " +
          "`file`: a file beside the configuration. `page-password`: the password of the technician's page",
      ),
    name: orNull(lineOrEmpty(2_000)).describe("of the variable or the file"),
    sha256: orNull(sha256).describe("of the model file"),
  })
  .meta({ id: "MissingPart" });
export type MissingPart = z.infer<typeof missingPart>;

/** The configuration of a device, without its secrets. */
export const deviceConfigurationRequest = z
  .object({
    device_id: orAbsent(edgeId),
    agent_version: orAbsent(text(100)),
    configuration: text(MAX_CONFIGURATION_LENGTH).describe(
      "the configuration file as YAML, without secrets and comments",
    ),
    missing: z.array(missingPart).max(1_000).describe("what was left out of it"),
  })
  .meta({ id: "DeviceConfigurationRequest" });

export const deviceConfigurationData = z.object({
  deviceId: z
    .string()
    .nullable()
    .describe("the id of the device for admins; null when neither its key nor its body identifies it"),
});

/** A configuration as admins and joining devices see it. */
export const deviceConfiguration = z
  .object({
    configuration: z.string().describe("YAML, without secrets and comments"),
    missing: z.array(missingPart).describe("what a technician adds on new hardware"),
    sha256: z.string(),
    agentVersion: z.string().nullable(),
    reportedAt: datetime,
  })
  .meta({ id: "DeviceConfiguration" });
export type DeviceConfiguration = z.infer<typeof deviceConfiguration>;

/** The last record of a chain, which the first record of the chain on new hardware follows. */
export const chainEnd = z
  .object({ cameraId: edgeId, kind: chainedRecordKind, sequence: z.int(), recordSha256: sha256 })
  .meta({ id: "ChainEnd" });
export type ChainEnd = z.infer<typeof chainEnd>;

/** The text whose SHA-256 identifies a configuration that the service keeps. */
export function configurationText({
  configuration,
  missing,
}: Pick<DeviceConfiguration, "configuration" | "missing">): string {
  const parts = missing.map(({ setting, kind, name, sha256: hash }) => [setting, kind, name, hash]);
  return JSON.stringify([configuration, parts]);
}
