import { describe, expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { createTradeWorld, epcisProblems, shortly } from "./testing.ts";

describe("the stay of a container", () => {
  test("is reported in both vocabularies, from the gate to the release", async () => {
    const { cloud, scan, write, as, sue, tom, dcsa, until, epcis, decide, scanBody } = await createTradeWorld();
    const seals = [{ description: "Coffee", hsCode: "090111", packageCode: "SA", sealNumber: "ML1234567" }];
    const bill = { containerNumber: "TGHU7599330", billOfLading: "ABC 123/9", declaredGoods: seals };
    await as(sue, "POST", "/manifests", { ...bill, status: "VALIDATED" });
    const timestamp = new Date(cloud.parts.nowMs() - 60_000).toISOString();
    const detections = [{ class_name: "seal", confidence: 0.95, text: "HLG5512399" }];
    const body = await scanBody({ timestamp, detections, size_type: "22G1" });
    const { containerId, scanId } = (await scan("TGHU7599330", body)).body.data;
    await scan("TGHU7599330", await scanBody({ timestamp: new Date(cloud.parts.nowMs()).toISOString() }));
    await write("scans/illegal", "TGHU7599330", await scanBody());
    const { id: held } = await as(sue, "GET", `/containers/${containerId}`).then(async () => {
      const open = await as(sue, "GET", "/escalations?state=OPEN");
      return open.items[0];
    });
    await as(sue, "POST", `/escalations/${held}/resolve`, { decision: "hold", reason: "secret grounds" });
    await decide(tom, containerId, "inspect");
    await decide(tom, containerId, "clear");

    const events = await until([
      "GTIN TGHU7599330",
      "INSP TGHU7599330",
      "RSEA TGHU7599330",
      "INSP TGHU7599330",
      "HOLD TGHU7599330",
      "CUSI TGHU7599330",
      "CUSR TGHU7599330",
    ]);
    expect(events[2]).toMatchObject({
      metadata: {
        eventType: "EQUIPMENT",
        publisher: { partyName: "Port of Example", carrierCode: "ABC", carrierCodeListProvider: "SMDG" },
        publisherRole: "SVP",
      },
      payload: {
        eventClassifierCode: "ACT",
        eventDateTime: timestamp,
        equipmentReference: "TGHU7599330",
        ISOEquipmentCode: "22G1",
        emptyIndicatorCode: "LADEN",
        eventLocation: { locationType: "UNLO", UNLocationCode: "NLRTM" },
        facilityTypeCode: "POTE",
        relatedDocumentReferences: [{ type: "TRD", value: "ABC 123/9" }],
        seals: [{ number: "HLG5512399" }],
      },
    });
    expect(events[4]).toMatchObject({
      metadata: { eventType: "SHIPMENT" },
      payload: { documentTypeCode: "CUC", documentReference: held },
    });
    expect(JSON.stringify(events)).not.toMatch(/secret/);

    expect(await dcsa("&equipmentReference=TGHU%20759933-0")).toEqual(events);
    const { eventList } = (await epcis()).epcisBody.queryResults.resultsBody;
    expect(eventList.map(({ bizStep, disposition }) => `${bizStep} ${disposition}`)).toEqual([
      "arriving in_progress",
      "inspecting in_progress",
      "inspecting mismatch_instance",
      "inspecting in_progress",
      "holding unavailable",
      "holding in_progress",
      "other available",
    ]);
    expect(eventList[0]).toMatchObject({
      eventID: `urn:uuid:${events[0]?.metadata.eventID}`,
      epcList: ["urn:epc:id:bic:TGHU7599330"],
      readPoint: { id: "https://vocabulary.uncefact.org/unlocode#NLRTM" },
      bizTransactionList: [{ type: "bol", bizTransaction: "urn:bill-of-lading:ABC%20123%2F9" }],
    });
    expect((await epcis("&MATCH_epc=urn:epc:id:bic:TGHU7599330")).epcisBody.queryResults.resultsBody).toEqual({
      eventList,
    });
    expect(scanId).toMatch(/^[0-9a-f]{24}$/);
  });

  test("is not resealed by a misread character, nor by a second seal beside the declared one", async () => {
    const { as, sue, scan, until, scanBody } = await createTradeWorld();
    const goods = [{ description: "Coffee", hsCode: "090111", packageCode: "SA", sealNumber: "HLG5512345" }];
    await as(sue, "POST", "/manifests", { containerNumber: "CSQU3054383", declaredGoods: goods, status: "VALIDATED" });
    const seal = (text: string) => ({ class_name: "seal", confidence: 0.95, text });
    for (const detections of [[seal("HLG5512346")], [seal("HLG5512345"), seal("MLCN889001")], [seal("MLCN889001")]])
      await scan("CSQU3054383", await scanBody({ detections }));
    const events = await until(["GTIN CSQU3054383", "INSP CSQU3054383", "RSEA CSQU3054383"]);
    expect(events[2]?.payload).toMatchObject({ seals: [{ number: "MLCN889001" }] });
  });

  test("begins with its first record, not with its registration", async () => {
    const { as, sue, scan, until, scanBody } = await createTradeWorld();
    await as(sue, "POST", "/containers", { containerNumber: "CSQU3054383" });
    await scan("CSQU3054383", await scanBody());
    expect(shortly(await until(["GTIN CSQU3054383", "INSP CSQU3054383"]))).toHaveLength(2);
  });

  test("names an empty container, and stays silent about placeholders and numbers of other forms", async () => {
    const { as, sue, scan, until, scanBody } = await createTradeWorld();
    const empty = { containerNumber: "CSQU3054383", declaredGoods: [{ description: "EMPTY CONTAINER" }] };
    await as(sue, "POST", "/manifests", { ...empty, status: "VALIDATED" });
    for (const number of ["CSQU3054383", "UNIDENTIFIED-lane-1-9", "BOX 12"]) await scan(number, await scanBody());
    const events = await until(["GTIN CSQU3054383", "INSP CSQU3054383"]);
    expect(events[0]?.payload).toMatchObject({ emptyIndicatorCode: "EMPTY" });
  });
});

describe("after a correction", () => {
  test("of a number, what was sent under the wrong one is taken back and sent again", async () => {
    const { as, sue, scan, until, epcis, scanBody } = await createTradeWorld();
    const { containerId } = (await scan("CSQU3054383", await scanBody())).body.data;
    const before = await until(["GTIN CSQU3054383", "INSP CSQU3054383"]);
    await as(sue, "PUT", `/containers/${containerId}/container-number`, { containerNumber: "TGHU7599330" });
    // The list of the present has the facts under the right number at once, and takes back what was read before.
    const [arrived, inspected] = before.map(({ metadata }) => `- ${metadata.eventID}`);
    await until(["GTIN TGHU7599330", "INSP TGHU7599330", arrived!, inspected!]);
    const { eventList } = (await epcis()).epcisBody.queryResults.resultsBody;
    const wrong = eventList.filter(({ errorDeclaration }) => errorDeclaration);
    expect(wrong.map(({ eventID, epcList }) => [eventID, ...epcList])).toEqual(
      before.map(({ metadata }) => [`urn:uuid:${metadata.eventID}`, "urn:epc:id:bic:CSQU3054383"]),
    );
  });

  test("by a merge, the records are reported of the container that they are of", async () => {
    const { as, sue, scan, dcsa, until, scanBody } = await createTradeWorld();
    const wrong = (await scan("CSQU3054383", await scanBody())).body.data.containerId;
    const right = (await scan("TGHU7599330", await scanBody())).body.data.containerId;
    const read = ["GTIN CSQU3054383", "INSP CSQU3054383", "GTIN TGHU7599330", "INSP TGHU7599330"];
    const before = await until(read);
    await as(sue, "POST", `/containers/${wrong}/merge`, { intoContainerId: right });
    const takenBack = before.slice(0, 2).map(({ metadata }) => `- ${metadata.eventID}`);
    await expect.poll(async () => shortly(await dcsa())).toEqual(expect.arrayContaining(takenBack));
    expect(shortly(await dcsa()).filter((one) => one.includes("CSQU3054383"))).toEqual([]);
  });

  test("of an assignment, the container that was named first is taken back", async () => {
    const { as, sue, scan, until, dcsa, scanBody } = await createTradeWorld();
    await scan(
      "UNIDENTIFIED-lane-1-7",
      await scanBody({ device_id: "box", camera_id: "gate-1", passage_id: "lane-1-7" }),
    );
    const [passage] = (await as(sue, "GET", "/passages")).items;
    const assign = (containerNumber: string) =>
      as(sue, "POST", `/passages/${passage.id}/assignment`, { containerNumber });
    await assign("CSQU3054383");
    const before = await until(["GTIN CSQU3054383", "INSP CSQU3054383"]);
    await assign("TGHU7599330");
    await expect
      .poll(async () => shortly(await dcsa()))
      .toEqual(expect.arrayContaining(["GTIN TGHU7599330", "INSP TGHU7599330"]));
    const after = shortly(await dcsa());
    expect(after.filter((one) => one.endsWith("CSQU3054383"))).toEqual([]);
    expect(after).toEqual(expect.arrayContaining(before.map(({ metadata }) => `- ${metadata.eventID}`)));
  });

  test("a vehicle that a person names is reported under its number", async () => {
    const { cloud, as, sue, scan, until, scanBody } = await createTradeWorld();
    const of = { device_id: "box", camera_id: "gate-1", passage_id: "lane-1-7" };
    await scan("UNIDENTIFIED-lane-1-7", await scanBody(of));
    const [passage] = (await as(sue, "GET", "/passages")).items;
    await as(sue, "POST", `/passages/${passage.id}/assignment`, { containerNumber: "CSQU3054383" });
    await until(["GTIN CSQU3054383", "INSP CSQU3054383"]);
    expect(cloud.logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

test("the lists are off without the settings, and refuse what they do not know", async () => {
  const off = await createTestApp();
  const sam = await off.signIn("supervisor");
  for (const url of ["/v1/dcsa/v3/events", "/v1/epcis/events"]) {
    const { status, body } = await off.send("GET", url, { headers: sam.authorization });
    expect([status, body.error.code, body.error.message]).toEqual([
      501,
      "TRADE_EVENTS_OFF",
      expect.stringMatching(/TRADE_PARTY/),
    ]);
  }
  const { cloud, get } = await createTradeWorld();
  for (const url of ["/dcsa/v3/events?cursor=x", "/epcis/events?nextPageToken=1", "/epcis/events?MATCH_epc=urn:x:1"])
    expect([url, (await get(url)).status]).toEqual([url, 400]);
  const olga = await cloud.signIn("operator");
  expect((await cloud.send("GET", "/v1/epcis/events", { headers: olga.authorization })).status).toBe(403);
});

test("the published schema refuses a document that is not EPCIS", async () => {
  const { epcis, scan, scanBody } = await createTradeWorld();
  await scan("CSQU3054383", await scanBody());
  const document = await epcis();
  const [event] = document.epcisBody.queryResults.resultsBody.eventList;
  const change = (bad: object) => ({
    ...document,
    epcisBody: { queryResults: { queryName: "x", resultsBody: { eventList: [{ ...event, ...bad }] } } },
  });
  for (const bad of [
    { bizStep: "gate-in" },
    { disposition: "held" },
    { eventTimeZoneOffset: "Z" },
    { eventID: "1 2" },
    { surprise: 1 },
  ])
    expect(epcisProblems(change(bad))).not.toEqual([]);
});
