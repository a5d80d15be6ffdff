import type { Finding } from "./finding.ts";

/** True for an address to which keys and pictures travel over a network without encryption. */
export function isPlain(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "http:" && !/^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);
}

export const PLAIN_WARNING =
  "Others in the network can read the key of this device and its pictures: use https:// if the cloud has it";

/** Warns of an address of the cloud without TLS; empty where there is none to warn of. */
export function examineEncryption(address: string): Finding[] {
  if (!isPlain(address)) return [];
  const message = "the connection is not encrypted: others in the network can read the key and the pictures";
  return [{ layer: "tls", state: "warn", subject: new URL(address).host, message, fix: "use https:// in cloud.url" }];
}
