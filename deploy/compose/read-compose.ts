// compose.yaml with an `.env`, as podman-compose reads it.
import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { shellBlocksOf } from "../read-markdown.ts";
import { toolAt } from "../testing/needs.ts";

const here = import.meta.dirname;
const env = { PATH: process.env["PATH"] };

export type Service = {
  image: string;
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string | null>;
  volumes?: string[];
};
export type Services = Record<string, Service>;

/** Reads compose.yaml by podman-compose with the values of an `.env`. Throws with podman-compose's last line when it refuses. */
export function readCompose(envFile: string): Services {
  const files = ["--env-file", envFile, "--file", path.join(here, "compose.yaml")];
  const { status, stdout, stderr } = spawnSync(
    toolAt("podman-compose"),
    [...files, "--profile", "demonstration", "config"],
    {
      encoding: "utf8",
      env,
    },
  );
  if (status !== 0) throw new Error(stderr.trim().split("\n").at(-1));
  return parse(stdout).services;
}

/**
 * Follows README.md in a folder: its first commands write `.env`, then the given values are set there, and the next
 * commands make the certificate. Returns the path of the `.env` and its values.
 */
export function followReadme(folder: string, given: Record<string, string>) {
  copyFileSync(path.join(here, ".env.example"), path.join(folder, ".env.example"));
  const readme = readFileSync(path.join(here, "README.md"), "utf8");
  const [secrets = "", certificate = ""] = shellBlocksOf(readme);
  // Only the variables in `.env`: a user's shell has no others.
  const run = (commands: string) => {
    const { status, stderr } = spawnSync("sh", ["-ec", commands], { cwd: folder, env, encoding: "utf8" });
    if (status !== 0) throw new Error(`the commands of the README failed: ${stderr}`);
  };
  run(secrets.replace("cd deploy/compose", ":"));
  const file = path.join(folder, ".env");
  const text = readFileSync(file, "utf8").replaceAll(/^([A-Z_]+)=.*$/gm, (line, name) =>
    name in given ? `${name}=${given[name]}` : line,
  );
  writeFileSync(file, text);
  run(certificate);
  const values = Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
  return { file, values: values as Record<string, string | undefined> };
}
