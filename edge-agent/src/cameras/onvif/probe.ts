import { randomUUID } from "node:crypto";
import { createSocket } from "node:dgram";
import type { Socket } from "node:dgram";
import { once } from "node:events";
import { networkInterfaces } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { decodePercent } from "../../base/decode-percent.ts";
import { printable } from "../../base/printable.ts";
import { textsOf } from "./xml.ts";

/** Multicast address and port on which cameras listen for probes (WS-Discovery 1.0). */
export const multicastTarget = { host: "239.255.255.250", port: 3702 };

export type FoundDevice = { address: string; deviceUrl: string; name: string | null; hardware: string | null };

/**
 * Sends a WS-Discovery probe from every IPv4 network of this machine, or to one device, and collects the answers until
 * `waitMs` have passed. Each device is listed once.
 */
export async function probeDevices(parts: {
  target: { host: string; port: number };
  waitMs: number;
}): Promise<FoundDevice[]> {
  const { target, waitMs } = parts;
  const isMulticast = target.host === multicastTarget.host;
  const found = new Map<string, FoundDevice>();
  const sockets = await Promise.all((isMulticast ? ownAddresses() : [undefined]).map(openSocket));
  try {
    const message = Buffer.from(probeMessage(randomUUID()));
    for (const socket of sockets) {
      socket.on("message", (answer, from) => {
        const device = readAnswer(answer.toString("utf8"), from.address);
        if (device) found.set(device.deviceUrl, device);
      });
      // One that cannot send (a network without a route) must not end the others.
      socket.send(message, target.port, target.host, () => {});
    }
    await delay(waitMs);
  } finally {
    for (const socket of sockets) socket.close();
  }
  return [...found.values()].toSorted((a, b) => (a.address < b.address ? -1 : 1));
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.filter(({ family, internal }) => family === "IPv4" && !internal).map(({ address }) => address);
}

async function openSocket(address: string | undefined): Promise<Socket> {
  const socket = createSocket("udp4");
  socket.on("error", () => {});
  socket.bind({ ...(address !== undefined && { address }), port: 0 });
  await once(socket, "listening");
  if (address !== undefined) socket.setMulticastInterface(address);
  return socket;
}

function probeMessage(id: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:w="http://schemas.xmlsoap.org/ws/2004/08/addressing"
 xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl">
<e:Header><w:MessageID>uuid:${id}</w:MessageID><w:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</w:To>
<w:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</w:Action></e:Header>
<e:Body><d:Probe><d:Types>dn:NetworkVideoTransmitter</d:Types></d:Probe></e:Body></e:Envelope>`;
}

function readAnswer(xml: string, address: string): FoundDevice | null {
  const urls = textsOf(xml, "XAddrs")
    .flatMap((text) => text.split(/\s+/))
    .filter((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));
  // Of several networks of a device, the one that answered.
  const deviceUrl = urls.find((text) => new URL(text).hostname === address) ?? moveTo(address, urls[0]);
  if (deviceUrl === undefined) return null;
  const scopes = textsOf(xml, "Scopes").flatMap((text) => text.split(/\s+/));
  const scope = (kind: string) => {
    const prefix = `onvif://www.onvif.org/${kind}/`;
    const value = scopes.find((text) => text.startsWith(prefix))?.slice(prefix.length);
    return value === undefined ? null : printable(decodePercent(value));
  };
  return { address, deviceUrl, name: scope("name"), hardware: scope("hardware") };
}

/** The service at the address that answered: no answer leads a technician, or a password, to another machine. */
function moveTo(address: string, text: string | undefined): string | undefined {
  return text === undefined ? undefined : Object.assign(new URL(text), { hostname: address }).href;
}
