import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { CloudNetwork } from "../forwarding/link/open-dispatcher.ts";
import { checkKeyMode } from "./files.ts";
import type { Positions } from "./positions.ts";
import { type ConfigProblem, formatPath } from "./problem.ts";
import type { ConfigFile } from "./sections.ts";
import { pathOfSetting } from "./path-of-setting.ts";

type Environment = Record<string, string | undefined>;
type Path = readonly PropertyKey[];
type Report = (at: Path, message: string, fix: string, severity?: ConfigProblem["severity"]) => void;

/** This machine is never reached through a proxy that the environment names. */
const OWN_HOSTS = "localhost,127.0.0.1,::1";

/** Reads how the cloud is reached: the proxy, of the configuration or of the environment, and the certificates. */
export async function readCloudNetwork(
  { cloud }: Pick<ConfigFile, "cloud">,
  environment: Environment,
  { folder, positions }: { folder: string; positions: Positions },
): Promise<{ network: CloudNetwork; problems: ConfigProblem[] }> {
  const problems: ConfigProblem[] = [];
  const report: Report = (at, message, fix, severity = "error") =>
    problems.push({ severity, ...positions.ofValue(at), path: formatPath(at), message, fix });
  const proxies = cloud.proxy === undefined ? proxiesOf(environment, report) : proxyOf(cloud.proxy);
  const ca = cloud.caFile && (await readPem(["cloud", "caFile"], pathOfSetting(folder, cloud.caFile), report));
  if (ca) checkCertificate(["cloud", "caFile"], ca, report);
  const clientCertificate = await readClientCertificate(cloud.clientCertificate, folder, report);
  if (cloud.clientCertificate !== undefined && clientCertificate !== undefined) {
    const at = ["cloud", "clientCertificate", "keyFile"];
    const keyFile = pathOfSetting(folder, cloud.clientCertificate.keyFile);
    problems.push(...(await checkKeyMode(keyFile, positions.ofValue(at), formatPath(at))));
  }
  return { network: { ...proxies, ca, clientCertificate, fallback: fallbackOf(cloud) }, problems };
}

function fallbackOf({ url, fallbackUrl, failBackMinutes }: ConfigFile["cloud"]): CloudNetwork["fallback"] {
  if (fallbackUrl === undefined) return undefined;
  const base = (address: string) => address.replace(/\/+$/, "");
  return { from: base(url), to: base(fallbackUrl), failBackMs: failBackMinutes * 60_000 };
}

type Proxies = Pick<CloudNetwork, "httpProxy" | "httpsProxy" | "noProxy">;

/** The proxy of the configuration, for every address. */
function proxyOf({ url, username = "", password = "" }: NonNullable<ConfigFile["cloud"]["proxy"]>): Proxies {
  const proxy = new URL(url);
  proxy.username = encodeURIComponent(username);
  proxy.password = encodeURIComponent(password);
  return { httpProxy: proxy.href, httpsProxy: proxy.href, noProxy: "" };
}

/** The proxies of HTTPS_PROXY, HTTP_PROXY and NO_PROXY, which may be in lower case, too. */
function proxiesOf(environment: Environment, report: Report): Proxies {
  const valueOf = (name: string) => environment[name.toLowerCase()] ?? environment[name] ?? "";
  const addressOf = (name: string): string => {
    const value = valueOf(name);
    // As other programs do: without a scheme it is http.
    const address = value === "" || value.includes("://") ? value : `http://${value}`;
    if (address === "" || /^https?:$/.test(URL.parse(address)?.protocol ?? "")) return address;
    report(
      ["cloud"],
      `the environment variable ${name} is not the address of an HTTP proxy, and is not used`,
      PROXY_FIX,
      "warning",
    );
    return "";
  };
  const noProxy = [valueOf("NO_PROXY"), OWN_HOSTS].filter((list) => list !== "").join(",");
  return { httpProxy: addressOf("HTTP_PROXY"), httpsProxy: addressOf("HTTPS_PROXY"), noProxy };
}
const PROXY_FIX = "write it as http://proxy.example.com:3128, or set cloud.proxy";

async function readClientCertificate(
  files: ConfigFile["cloud"]["clientCertificate"],
  folder: string,
  report: Report,
): Promise<CloudNetwork["clientCertificate"]> {
  if (files === undefined) return undefined;
  const at = (name: string) => ["cloud", "clientCertificate", name];
  const cert = await readPem(at("certificateFile"), pathOfSetting(folder, files.certificateFile), report);
  const key = await readPem(at("keyFile"), pathOfSetting(folder, files.keyFile), report);
  if (cert === undefined || key === undefined) return undefined;
  const certificate = checkCertificate(at("certificateFile"), cert, report);
  try {
    if (certificate?.checkPrivateKey(createPrivateKey(key)) === false) {
      report(at("keyFile"), "the key does not belong to the certificate", "specify the key of this certificate");
    }
  } catch {
    report(at("keyFile"), "the file contains no private key without a passphrase", "specify the key in PEM");
  }
  return { cert, key };
}

/** The text of a file; reports one that cannot be read. */
async function readPem(at: Path, file: string, report: Report): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    report(at, `file ${file} cannot be read (${reason})`, "specify a file in PEM that the agent's user may read");
    return undefined;
  }
}

/** Reports a text whose first certificate cannot be read. */
function checkCertificate(at: Path, pem: string, report: Report): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    report(at, "the file contains no certificate", "specify a file with the certificate in PEM");
    return undefined;
  }
}
