import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { SETTINGS } from "../../src/rules/setting-kinds.ts";
import { labelOf } from "../../src/rules/setting-labels.ts";
import { exampleOf } from "./kit/contract.ts";
import { fakeService, ok } from "./kit/fake-service.ts";
import { disappeared, openPage, region, textsOf } from "./kit/open-page.tsx";

const GROUPS = ["Goods", "Alerts", "Weights", "Containers", "Dangerous goods", "Escalations and samples"];
const current = exampleOf("getCurrentRuleSetV1", 200).data;

/** The page of the rules with all settings open. */
async function openRules() {
  const service = fakeService();
  service.answer("getCurrentRuleSetV1", () => ok(current));
  service.answer("proposeRuleSetV1", () => ({ status: 201, body: exampleOf("proposeRuleSetV1", 201) }));
  const page = await openPage("rules", { service });
  for (const group of GROUPS) await page.user.click(await screen.findByText(group, { selector: "summary strong" }));
  await screen.findByText(labelOf("greenSampleShare") ?? "");
  return { ...page, service };
}
const changes = () => region("Changes");

test("every setting has an editor and its words, and nothing is shown as JSON", async () => {
  await openRules();
  const shown = document.body.textContent ?? "";
  expect(SETTINGS.filter(({ path }) => !shown.includes(labelOf(path) ?? path)).map(({ path }) => path)).toEqual([]);
  expect(document.querySelectorAll("textarea")).toHaveLength(0);
  const values = [...document.querySelectorAll("input")].map(({ value }) => value);
  expect([shown, ...values].filter((text) => /[{[]\s*["{[]|\[object/.test(text))).toEqual([]);
  expect(screen.queryByRole("region", { name: "Changes" })).toBeNull();
});

test("a number is typed with its unit, and one out of range is marked at its field", async () => {
  const page = await openRules();
  const label = `${labelOf("weights.warningDeviation")} %`;
  await page.fill(label, "700");
  await screen.findByText("Enter a number from 0 to 100 %");
  expect(within(await changes()).getByRole<HTMLButtonElement>("button", { name: "Propose" }).disabled).toBe(true);
  await page.fill(label, "7.5");
  await page.press("Propose", await changes());
  await disappeared(() => screen.queryByRole("region", { name: "Changes" }));
  const [sent] = page.service.asked("proposeRuleSetV1");
  const weights = { ...current.rules.weights, warningDeviation: 0.075 };
  expect(sent?.body.rules).toEqual({ ...current.rules, weights });
});

test("words are added and removed as chips, and rows of a table likewise; the tab keeps both", async () => {
  const page = await openRules();
  const seals = `Add to: ${labelOf("containers.sealClasses")}`;
  await page.fill(seals, "wire seal");
  await page.user.keyboard("{Enter}");
  await page.press("Remove bolt seal");
  await page.press(`Add row: ${labelOf("dangerousGoods.assignedUnNumbers")}`);
  const table = within(await screen.findByRole("table", { name: labelOf("dangerousGoods.assignedUnNumbers") ?? "" }));
  const place = current.rules.dangerousGoods.assignedUnNumbers.length + 1;
  await page.user.type(table.getByLabelText(`From, row ${place}`), "4000");
  await page.user.type(table.getByLabelText(`To, row ${place}`), "4100");
  page.reload();
  const differences = textsOf(".differences li", await changes());
  expect(differences).toEqual([
    `${labelOf("containers.sealClasses")} bolt sealwire seal`,
    `${labelOf("dangerousGoods.assignedUnNumbers")} 4000 · 4100`,
  ]);
  await page.press("Propose", await changes());
  await disappeared(() => screen.queryByRole("region", { name: "Changes" }));
  const sent = page.service.asked("proposeRuleSetV1")[0]?.body.rules;
  expect(sent?.containers.sealClasses).toEqual([
    ...current.rules.containers.sealClasses.filter((word) => word !== "bolt seal"),
    "wire seal",
  ]);
  expect(sent?.dangerousGoods.assignedUnNumbers.at(-1)).toEqual({ from: 4000, to: 4100 });
});

test("the effect of edited settings is shown before they are proposed, and no longer after another edit", async () => {
  const page = await openRules();
  const replay = { ...exampleOf("startReplayV1", 200).data, state: "finished" as const };
  const [visitId, containerId] = ["1".repeat(24), "2".repeat(24)];
  const container = { containerId, containerNumber: "TGHU7599330", visitId, visitNumber: 2, scanId: null };
  const change = { ...container, from: "red" as const, to: "yellow" as const, added: [], removed: [] };
  const { result } = exampleOf("getReplayV1", 200).data;
  const lanes = [
    { from: "red" as const, to: "yellow" as const, visits: 3 },
    { from: "green" as const, to: "green" as const, visits: 37 },
  ];
  const made = { ...replay, days: 14, progress: { visits: 40, of: 52 }, changes: [change] };
  page.service.answer("startReplayV1", () => ok({ ...made, result: { ...result!, visits: 40, lanes } }));
  const label = `${labelOf("weights.warningDeviation")} %`;
  await page.fill(label, "7.5");
  await page.fill("Replay over the last days:", "14");
  await page.press("Show the effect");
  const effect = within(await region("Effect of the changes"));
  await effect.findByText("3 visits change their lane.");
  await effect.findByText("Judged were the newest 40 of 52 visits of the last 14 days.");
  const link = effect.getByRole<HTMLAnchorElement>("link", { name: new RegExp(change.containerNumber) });
  expect(link.getAttribute("href")).toContain(`/containers/${change.containerId}`);
  const [sent] = page.service.asked("startReplayV1");
  const weights = { ...current.rules.weights, warningDeviation: 0.075 };
  expect(sent?.body).toEqual({ days: 14, draft: { rules: { ...current.rules, weights } } });
  expect(page.service.asked("proposeRuleSetV1")).toEqual([]);
  await page.fill(label, "8");
  await effect.findByText("The settings have changed since the last replay. Replay them again.");
  expect(effect.queryByText("3 visits change their lane.")).toBeNull();
});

test("a failure of the service is stated with the id of the request, under which the log has its reason", async () => {
  const service = fakeService();
  const error = { code: "INTERNAL_ERROR", message: "An unexpected error occurred.", requestId: "req-1" };
  service.answer("listRuleSetsV1", () => ({ status: 500, body: { success: false, error } }));
  await openPage("rules", { service });
  const problem = await screen.findByRole("alert");
  expect(problem.textContent).toContain("The list cannot be updated: An unexpected error occurred. (request req-1)");
});

test("a list that could not be read is asked for again by a button", async () => {
  const service = fakeService();
  service.refuse("listRuleSetsV1", 400, "VALIDATION_ERROR", "No");
  const { press } = await openPage("rules", { service });
  await screen.findByText("The list cannot be updated: No");
  service.answer("listRuleSetsV1", () => ok({ items: [], nextCursor: null }));
  const before = service.asked("listRuleSetsV1").length;
  await press("Try again");
  // The page itself asks again after 20 seconds.
  await screen.findByText("This site has no rule set of its own.", {}, { timeout: 10_000 });
  expect(screen.queryByText(/^The list cannot be updated/)).toBeNull();
  expect(service.asked("listRuleSetsV1")).toHaveLength(before + 1);
});
