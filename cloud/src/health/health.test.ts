import { expect, it } from "vitest";
import { createTestApp } from "../testing.ts";

const { send, signIn } = await createTestApp();

it("says that the process is alive and that the service is ready", async () => {
  expect(await send("GET", "/health")).toMatchObject({ status: 200, body: { success: true, data: { status: "ok" } } });
  expect(await send("GET", "/ready")).toMatchObject({
    status: 200,
    body: { success: true, data: { status: "ready" } },
  });
});

it("signs in", async () => {
  const user = await signIn("operator");
  expect(await send("GET", "/v1/user/me", { headers: user.authorization })).toMatchObject({
    status: 200,
    body: { data: { email: user.email } },
  });
  const r = await send("POST", "/v1/user/auth/email/login", {
    body: { email: "Admin@localhost", password: "a long enough password" },
  });
  expect(r).toMatchObject({ status: 200 });
});
