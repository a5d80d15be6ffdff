import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { needs } from "../testing/needs.ts";
import { followReadme, readCompose } from "./read-compose.ts";

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), "utf8");
const text = read("compose.yaml");

type Service = {
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  ports?: string[];
  volumes?: string[];
  networks: string[] | Record<string, unknown>;
};
const { services } = parse(text, { merge: true }) as { services: Record<string, Service> };
const example = read(".env.example");
const given = new Map(
  [...example.matchAll(/^([A-Z_]+[0-9]*)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]),
);
const used = new Map(
  [...text.matchAll(/\$\{([A-Z_0-9]+)(:[?-][^}]*)?\}/g)].map(([, name = "", rest = ""]) => [name, rest]),
);
const SECRET = /SECRET|PASSWORD|TOKEN|_KEY$/;
/** Secrets of a provider that not every site has. */
const OPTIONAL = new Set(["GOOGLE_CLIENT_SECRET"]);

describe("the settings", () => {
  test("are those of .env.example, each below its explanation", () => {
    expect([...given.keys()].toSorted()).toEqual([...used.keys()].toSorted());
    const blocks = example.split(/\n(?=#)|\n\n/).filter((block) => /^[A-Z_]+=/m.test(block));
    expect(blocks.filter((block) => !block.trimStart().startsWith("#"))).toEqual([]);
  });

  test("have no secret with a default: Compose refuses to start without it", () => {
    const secrets = [...used.keys()].filter((name) => SECRET.test(name) && !OPTIONAL.has(name));
    expect(secrets.length).toBe(11);
    for (const name of secrets) {
      expect([name, used.get(name)]).toEqual([name, ":?set it in .env"]);
      expect([name, given.get(name)]).toEqual([name, ""]);
    }
  });

  test("are filled in by the command of the README, as far as they are secrets", () => {
    const [, names = ""] = /for name in ([^;]+);/.exec(read("README.md")) ?? [];
    const secrets = [...used.keys()].filter((name) => SECRET.test(name) && !OPTIONAL.has(name));
    expect(names.split(/[\s\\]+/).toSorted()).toEqual(secrets.toSorted());
  });
});

describe("every service", () => {
  test.each(Object.keys(services))("%s has a read-only root, no capabilities, and gains none", (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
  });

  test("is reached from other machines through HAProxy alone", () => {
    const open = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.filter((port) => !port.startsWith("127.0.0.1:")).map(() => name),
    );
    expect(open).toEqual(["proxy", "proxy"]);
    for (const name of ["postgres", "redis", "storage", "ai"]) expect(services[name]?.networks).toEqual(["back"]);
  });
});

test("Grafana reads Prometheus and the dashboards", () => {
  const [source] = parse(read("grafana/datasource.yaml")).datasources;
  expect(new URL(source.url).hostname in services).toBe(true);
  const [provider] = parse(read("grafana/dashboards.yaml")).providers;
  expect(services["grafana"]?.volumes).toContain(`../monitoring/dashboards:${provider.options.path}:ro`);
});

describe("the certificate of a trial", needs("openssl"), () => {
  test("is made for the name in .env", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "compose-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    followReadme(folder, { SITE_NAME: "gate.example.com" });
    const certificate = new X509Certificate(readFileSync(path.join(folder, "inspection.pem")));
    expect([certificate.subject, certificate.subjectAltName]).toEqual(["CN=gate.example.com", "DNS:gate.example.com"]);
  });
});

describe("podman-compose", needs("podman", "podman-compose", "openssl"), () => {
  test("reads the file with the .env that the README makes", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "compose-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { file, values } = followReadme(folder, { SITE_NAME: "gate.example.com" });
    const compose = readCompose(file);
    expect(Object.keys(compose).toSorted()).toEqual(Object.keys(services).toSorted());
    expect(compose["cloud-2"]?.environment?.["JWT_SECRET"]).toBe(values["JWT_SECRET"]);
    const secrets = Object.entries(values).filter(([name]) => SECRET.test(name) && !OPTIONAL.has(name));
    expect(secrets.filter(([, value = ""]) => !/^[0-9a-f]{48}$/.test(value))).toEqual([]);
    expect(new Set(secrets.map(([, value]) => value)).size).toBe(11);
  });

  test("refuses the file without secrets", () => {
    expect(() => readCompose(path.join(import.meta.dirname, ".env.example"))).toThrow("set it in .env");
  });
});
