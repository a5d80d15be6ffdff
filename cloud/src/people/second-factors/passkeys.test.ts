import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { createTestApp } from "../../testing/app.ts";
import { secondFactors } from "../../platform/db/tables.ts";
import { createPasskey, PASSWORD, withPassword } from "./testing.ts";

const cloud = await createTestApp({ clockRuns: false });
const { parts } = cloud;
beforeEach(() => parts.db.execute(sql`delete from rate_limits`));

const codeOf = ({ status, body }: { status: number; body: { data?: { code?: string }; error?: { code: string } } }) => [
  status,
  body.error?.code ?? body.data?.code,
];
/** A user with one passkey. */
const withPasskey = async () => {
  const person = await withPassword(cloud);
  const { key, reply } = await person.addPasskey();
  return { person, key, added: reply };
};
const begin = async () => (await cloud.send("POST", "/v1/user/auth/passkey/options")).body.data.challenge;
const signIn = (passkey: object) => cloud.send("POST", "/v1/user/auth/passkey/login", { body: { passkey } });

describe("adding a passkey", () => {
  test("asks the browser for one of this host, and stores its public key", async () => {
    const person = await withPassword(cloud);
    const options = await person.startPasskey();
    expect(options).toMatchObject({
      rp: { id: "localhost", name: "Container inspection" },
      user: { name: person.email },
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      attestation: "none",
      excludeCredentials: [],
    });
    const key = createPasskey();
    const body = { name: "YubiKey", passkey: key.create(options.challenge) };
    const reply = await person.send("POST", "/user/me/second-factors/passkeys", body);
    expect(reply).toMatchObject({ status: 201, body: { data: { factor: { kind: "passkey", name: "YubiKey" } } } });
    expect(reply.body.data.recoveryCodes).toHaveLength(10);
    const [row] = await parts.db.select().from(secondFactors).where(eq(secondFactors.userId, person.id));
    expect(row).toMatchObject({ credentialId: key.id, transports: ["usb"], signCount: 0 });
    const next = await person.startPasskey();
    expect(next.excludeCredentials).toEqual([{ id: key.id, type: "public-key", transports: ["usb"] }]);
  });

  test("refuses one that was made for another page or host, twice, or for another account", async () => {
    const [person, stranger] = [await withPassword(cloud), await withPassword(cloud)];
    const add = async (create: (challenge: string) => object, challenge?: string) => {
      const asked = challenge ?? (await person.startPasskey()).challenge;
      return codeOf(
        await person.send("POST", "/user/me/second-factors/passkeys", { name: "x", passkey: create(asked) }),
      );
    };
    const key = createPasskey();
    expect(await add((asked) => key.create(asked, { origin: "https://evil.example" }))).toEqual([
      400,
      "PASSKEY_REFUSED",
    ]);
    expect(await add((asked) => key.create(asked, { rpId: "evil.example" }))).toEqual([400, "PASSKEY_REFUSED"]);
    expect(await add((asked) => key.create(asked), (await stranger.startPasskey()).challenge)).toEqual([
      400,
      "INVALID_TOKEN",
    ]);
    const { challenge } = await person.startPasskey();
    expect(await add((asked) => key.create(asked), challenge)).toEqual([201, undefined]);
    expect(await add((asked) => createPasskey().create(asked), challenge)).toEqual([400, "INVALID_TOKEN"]);
    expect(await add((asked) => key.create(asked))).toEqual([400, "PASSKEY_REFUSED"]);
    const { challenge: late } = await person.startPasskey();
    cloud.advanceMs(300_000);
    expect(await add((asked) => createPasskey().create(asked), late)).toEqual([400, "INVALID_TOKEN"]);
  });

  test("asks for the password, and stops at ten", async () => {
    const person = await withPassword(cloud);
    const start = (currentPassword: string) =>
      person.send("POST", "/user/me/second-factors/passkeys/options", { currentPassword });
    expect(codeOf(await start("wrong"))).toEqual([403, "WRONG_PASSWORD"]);
    for (let made = 0; made < 10; made++) await person.addPasskey();
    expect(codeOf(await start(PASSWORD))).toEqual([409, "TOO_MANY_PASSKEYS"]);
  });
});

describe("a passkey as second factor", () => {
  test("completes the sign-in, once for each challenge", async () => {
    const { person, key } = await withPasskey();
    const { secondFactor } = (await person.login()).body.data;
    expect(secondFactor).toMatchObject({
      methods: ["passkey", "recovery-code"],
      passkey: {
        challenge: secondFactor.challenge,
        rpId: "localhost",
        allowCredentials: [{ id: key.id, transports: ["usb"] }],
        userVerification: "preferred",
      },
    });
    const { challenge } = secondFactor;
    const passkey = key.use(challenge, { isVerified: false });
    expect((await person.complete({ challenge, passkey })).status).toBe(200);
    expect(codeOf(await person.complete({ challenge, passkey }))).toEqual([401, "SIGN_IN_EXPIRED"]);
    const next = await person.challenge();
    expect(codeOf(await person.complete({ challenge: next, passkey }))).toEqual([401, "INVALID_SECOND_FACTOR"]);
  });

  test("is refused from another page, with another key, of another account, or when it was copied", async () => {
    const [{ person, key }, { key: foreign }] = [await withPasskey(), await withPasskey()];
    const asOther = ({ response, ...used }: ReturnType<typeof key.use>) => ({
      ...used,
      response: { ...response, userHandle: foreign.userHandle },
    });
    const attempt = async (use: (challenge: string) => object) => {
      await parts.db.execute(sql`delete from rate_limits`);
      const challenge = await person.challenge();
      return (await person.complete({ challenge, passkey: use(challenge) })).status;
    };
    expect(await attempt((asked) => key.use(asked, { origin: "https://evil.example" }))).toBe(401);
    expect(await attempt((asked) => key.use(asked, { rpId: "evil.example" }))).toBe(401);
    expect(await attempt((asked) => ({ ...createPasskey().use(asked), id: key.id, rawId: key.id }))).toBe(401);
    expect(await attempt((asked) => foreign.use(asked))).toBe(401);
    expect(await attempt((asked) => asOther(key.use(asked)))).toBe(401);
    expect(await attempt((asked) => key.use(asked))).toBe(200);
    key.rewind();
    expect(await attempt((asked) => key.use(asked))).toBe(401);
  });
});

describe("a sign-in with a passkey alone", () => {
  test("answers as a login does, and the session states how it was opened", async () => {
    const { person, key } = await withPasskey();
    const reply = await signIn(key.use(await begin()));
    expect(reply).toMatchObject({ status: 200, body: { status: "success", data: { email: person.email } } });
    const { token } = reply.body.data;
    expect(reply.headers.getSetCookie()).toEqual([expect.stringContaining(`token=${token};`)]);
    const [session] = (await person.send("GET", "/user/me/sessions", undefined, token)).body.data.items;
    expect(session).toMatchObject({ signedInWith: "passkey", current: true });
  });

  test("needs a PIN or fingerprint, a challenge of this kind, and each once within five minutes", async () => {
    const { person, key } = await withPasskey();
    expect(codeOf(await signIn(key.use(await begin(), { isVerified: false })))).toEqual([401, "INVALID_SECOND_FACTOR"]);
    expect((await signIn(key.use(await person.challenge()))).status).toBe(401);
    expect((await signIn(createPasskey().use(await begin()))).status).toBe(401);
    const used = key.use(await begin());
    expect((await signIn(used)).status).toBe(200);
    expect((await signIn(used)).status).toBe(401);
    const late = await begin();
    cloud.advanceMs(300_000);
    expect((await signIn(key.use(late))).status).toBe(401);
  });

  test.each<[string, Parameters<ReturnType<typeof createPasskey>["use"]>[1]]>([
    ["of another page", { origin: "https://evil.example" }],
    ["of another host", { rpId: "evil.example" }],
    ["that was made to add a passkey", { type: "webauthn.create" }],
  ])("is refused with a signature %s", async (_what, signed) => {
    const { key } = await withPasskey();
    expect((await signIn(key.use(await begin(), signed))).status).toBe(401);
    expect((await signIn(key.use(await begin()))).status).toBe(200);
  });

  test("is refused with a changed signature, and as another account", async () => {
    const [{ key }, { key: other }] = [await withPasskey(), await withPasskey()];
    const used = key.use(await begin());
    const signature = Buffer.from(used.response.signature, "base64url");
    signature[signature.length - 1]! ^= 1;
    const changed = { ...used.response, signature: signature.toString("base64url") };
    expect((await signIn({ ...used, response: changed })).status).toBe(401);
    const asked = key.use(await begin());
    const asOther = { ...asked.response, userHandle: other.userHandle };
    expect((await signIn({ ...asked, response: asOther })).status).toBe(401);
  });

  test("is closed to a disabled account, and limited as other sign-ins are", async () => {
    const { person, key } = await withPasskey();
    const admin = (await cloud.signIn("admin")).token;
    await person.send("PUT", `/admin/users/${person.id}`, { disabled: true }, admin);
    for (const remaining of ["4", "3", "2", "1", "0"]) {
      const reply = await signIn(key.use(await begin()));
      expect([reply.status, reply.headers.get("RateLimit-Remaining")]).toEqual([401, remaining]);
    }
    await person.send("PUT", `/admin/users/${person.id}`, { disabled: false }, admin);
    expect((await signIn(key.use(await begin()))).status).toBe(429);
  });

  test.each([{}, { passkey: {} }, { passkey: { id: "?", rawId: "a", type: "public-key", response: {} } }])(
    "refuses %o with 400",
    async (body) => {
      expect((await cloud.send("POST", "/v1/user/auth/passkey/login", { body })).status).toBe(400);
    },
  );

  test("answers garbage in the right shape with 401", async () => {
    const { key } = await withPasskey();
    const garbage = { clientDataJSON: "AAAA", authenticatorData: "AA", signature: "AA" };
    expect((await signIn({ id: key.id, rawId: key.id, type: "public-key", response: garbage })).status).toBe(401);
    const used = key.use(await begin());
    const cut = { ...used, response: { ...used.response, authenticatorData: "AA" } };
    expect((await signIn(cut)).status).toBe(401);
  });
});
