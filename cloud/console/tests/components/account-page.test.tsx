import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { exampleOf } from "./kit/contract.ts";
import { fakeService, ok } from "./kit/fake-service.ts";
import { disappeared, openPage, region } from "./kit/open-page.tsx";

const OFFER = "The new password removes none of these: remove each that you did not add.";

/** A service whose account has these passkeys, and loses one that is removed. */
function withPasskeys(...names: string[]) {
  const service = fakeService();
  const times = { createdAt: "2026-11-27T19:31:00.000Z", lastUsedAt: null };
  const factors = names.map((name, index) => ({ id: `passkey-${index}`, kind: "passkey" as const, name, ...times }));
  service.answer("getOwnSecondFactorsV1", () => ok({ factors: [...factors], recoveryCodesLeft: 10, required: false }));
  service.answer("changeOwnPasswordV1", exampleOf("changeOwnPasswordV1", 200));
  service.answer("removeSecondFactorV1", ({ path }) => {
    factors.splice(
      factors.findIndex(({ id }) => id === path["id"]),
      1,
    );
    return { status: 200, body: exampleOf("removeSecondFactorV1", 200) };
  });
  return service;
}

async function changePassword({ fill, press }: Awaited<ReturnType<typeof openPage>>) {
  const card = await region("Password");
  await fill("Current password", "the password that a thief knew", card);
  await fill(/^New password/, "four words of harbour", card);
  await press("Change password", card);
  await within(card).findByText("The password is changed. All other sessions have ended.");
}

test("after a new password the removal of passkeys is offered, which a thief may have added", async () => {
  const page = await openPage("account", { service: withPasskeys("Security key", "Key of the thief") });
  const card = await region("Second factor");
  await within(card).findByText("Key of the thief");
  expect(within(card).queryByText(OFFER)).toBeNull();
  await changePassword(page);
  await within(card).findByText(OFFER);
  await page.press("Remove Key of the thief", card);
  const dialog = await screen.findByRole("dialog");
  await page.fill("Current password", "four words of harbour", dialog);
  await page.press("Remove", dialog);
  await disappeared(() => within(card).queryByText("Key of the thief"));
  within(card).getByText("Security key");
});

test("an account without a second factor is offered no removal", async () => {
  const page = await openPage("account", { service: withPasskeys() });
  await changePassword(page);
  expect(screen.queryByText(OFFER)).toBeNull();
});

test("a password that was set with a mailed link leaves word of the passkeys that stay", async () => {
  const service = fakeService();
  service.answer("changePasswordV1", exampleOf("changePasswordV1", 200));
  const { fill, press } = await openPage("reset-password#token=mailed", { service });
  await fill(/^New password/, "four words of harbour");
  await press("Set it");
  expect(await screen.findByText(/^Passkeys and authenticator apps stay\./)).not.toBeNull();
});
