import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { addStation, type NewStation } from "./add-station.ts";

const FILE = `stations:
  - id: top # above the gate
    camera: top
    model: category
    # The gate system announces them.
    container: { identified: { waitSeconds: 20 } }
`;
const scanner = (after: string, id = "x-ray"): NewStation => ({
  id,
  camera: id,
  model: "illegal",
  scanType: "illegal",
  after,
  afterSeconds: 12,
});

function add(text: string, ...stations: NewStation[]) {
  const document = parseDocument(text);
  for (const station of stations) addStation(document, station);
  return { text: document.toString({ lineWidth: 0 }), content: document.toJS() };
}

test("a station after one without a lane makes a lane of both, with the container and comments of the first", () => {
  const { text, content } = add(FILE, scanner("top"));
  expect(content.lanes).toEqual([{ id: "lane-1", container: { identified: { waitSeconds: 20 } } }]);
  expect(content.stations).toEqual([
    { id: "top", camera: "top", model: "category", lane: "lane-1" },
    {
      id: "x-ray",
      camera: "x-ray",
      model: "illegal",
      scanType: "illegal",
      lane: "lane-1",
      arrival: { afterOthersSeconds: 12 },
    },
  ]);
  expect(text).toContain("# above the gate");
  expect(text).toContain("# The gate system announces them.");
});

test("a third station joins the lane, and a lane of the file keeps its name", () => {
  const { content } = add(`lanes: [{ id: lane-1, container: { identified: {} } }]\n${FILE}`, scanner("top"));
  expect(content.lanes.map(({ id }: { id: string }) => id)).toEqual(["lane-1", "lane-2"]);
  const three = add(FILE, scanner("top"), scanner("x-ray", "exit")).content;
  expect([three.lanes.length, three.stations[2].lane]).toEqual([1, "lane-1"]);
});

test("a station before it that does not exist is named, with those that do", () => {
  expect(() => add(FILE, scanner("tpo"))).toThrow('station "tpo" does not exist; stations: top');
});
