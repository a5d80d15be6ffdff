import { BlockList, isIP } from "node:net";

/**
 * Address ranges that are not on the public internet (IANA's special-purpose registries), and those that would be
 * translated to such an address.
 */
const NOT_PUBLIC = [
  "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24",
  "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
  "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16",
  "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
]; // prettier-ignore

const notPublic = new BlockList();
for (const range of NOT_PUBLIC) {
  const [network = "", bits] = range.split("/");
  notPublic.addSubnet(network, Number(bits), isIP(network) === 6 ? "ipv6" : "ipv4");
}

/**
 * True for an IP address outside the public internet: private, loopback, link-local, multicast, reserved. IPv4 inside
 * IPv6 counts.
 */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  return version === 0 || notPublic.check(address, version === 6 ? "ipv6" : "ipv4");
}
