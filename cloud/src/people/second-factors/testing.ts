import { createHash, createHmac, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import type { Role } from "@container-inspection/shared-schemas/roles";
import type { TestApp } from "../../testing/app.ts";
import { hashPassword } from "../auth/passwords.ts";
import { setPasswordHash } from "../accounts/user-store.ts";

export const PASSWORD = "a long enough password";
/** The origin on which tests use passkeys: one that a service without PUBLIC_URL trusts. */
const ORIGIN = "http://localhost:3000";

const passwordHash = hashPassword(PASSWORD);

/** A code of RFC 6238 for a secret in base32, computed apart from the library that the service uses. */
export function codeAt(secret: string, nowMs: number, digits = 6): string {
  const bits = secret
    .split("")
    .map((letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = (bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(nowMs / 30_000)));
  const mac = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(value % 10 ** digits).padStart(digits, "0");
}

/** A user who signs in with a password, in a separate session, and the actions of such a user. */
export async function withPassword(cloud: TestApp, role: Role = "operator") {
  const { parts } = cloud;
  const { id, email } = await cloud.signIn(role);
  await setPasswordHash(parts.db, id, { passwordHash: await passwordHash, now: new Date(parts.nowMs()) });
  const auth = (path: string, body: unknown, on: Pick<TestApp, "send"> = cloud) =>
    on.send("POST", `/v1/user/auth/${path}`, { body });
  const login = (password = PASSWORD, on: Pick<TestApp, "send"> = cloud) =>
    auth("email/login", { email, password }, on);
  let token: string = (await login()).body.data.token;
  const send = (method: string, path: string, body?: unknown, as = token) =>
    cloud.send(method, `/v1${path}`, {
      headers: { Authorization: `Bearer ${as}` },
      ...(body === undefined ? {} : { body }),
    });
  /** The challenge of a login whose password is right. */
  const challenge = async () => String((await login()).body.data.secondFactor.challenge);
  const complete = (body: object, on: Pick<TestApp, "send"> = cloud) => auth("second-factor", body, on);
  const currentPassword = PASSWORD;
  const startApp = async () => (await send("POST", "/user/me/second-factors/app", { currentPassword })).body.data;
  /** Sets up an authenticator app; its first code is used up, so the clock moves on to the next one. */
  const addApp = async () => {
    const { enrolment, secret } = await startApp();
    const code = codeAt(secret, parts.nowMs());
    const reply = await send("PUT", "/user/me/second-factors/app", { enrolment, code });
    cloud.advanceMs(30_000);
    const { factor, recoveryCodes } = reply.body.data;
    const codes: string[] = recoveryCodes;
    return { secret: String(secret), id: String(factor.id), codes };
  };
  const startPasskey = async () =>
    (await send("POST", "/user/me/second-factors/passkeys/options", { currentPassword })).body.data;
  const addPasskey = async (key = createPasskey(), name = "Security key") => {
    const { challenge: asked, user } = await startPasskey();
    key.userHandle = user.id;
    return { key, reply: await send("POST", "/user/me/second-factors/passkeys", { name, passkey: key.create(asked) }) };
  };
  return {
    id,
    email,
    password: PASSWORD,
    get token() {
      return token;
    },
    set token(given: string) {
      token = given;
    },
    auth,
    login,
    send,
    challenge,
    complete,
    startApp,
    addApp,
    startPasskey,
    addPasskey,
  };
}

type Signed = {
  origin?: string;
  isVerified?: boolean;
  rpId?: string;
  /** Another kind of use than the one that the browser states. */
  type?: string;
};

/** An authenticator of WebAuthn in software, which holds one ES256 key. */
export function createPasskey() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  let count = 0;
  const clientData = (challenge: string, { origin = ORIGIN, type }: Signed) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  /** RP id hash, flags (present, verified, with a credential) and counter. */
  const head = (rpId: string, flags: number) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flags]), counter]);
  };
  const text = (bytes: Buffer) => bytes.toString("base64url");
  const shared = { id: text(id), rawId: text(id), type: "public-key" as const };
  return {
    id: text(id),
    userHandle: "",
    /** Sets the counter back, as that of a copied key would be. */
    rewind: () => (count = 0),
    create(challenge: string, signed: Signed = {}) {
      const { isVerified = true, rpId = "localhost" } = signed;
      const point = (name: number, value: string) =>
        Buffer.concat([Buffer.from([name, 0x58, 0x20]), Buffer.from(value, "base64url")]);
      // COSE: { kty: EC2, alg: ES256, crv: P-256, x, y }.
      const key = Buffer.concat([Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1]), point(0x21, x), point(0x22, y)]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const authData = Buffer.concat([head(rpId, isVerified ? 0x45 : 0x41), credential]);
      const length = Buffer.from([0x59, authData.length >> 8, authData.length & 255]);
      // CBOR: { fmt: "none", attStmt: {}, authData }.
      const attestation = Buffer.concat([
        Buffer.from("a363666d74646e6f6e656761747453746d74a0686175746844617461", "hex"),
        length,
        authData,
      ]);
      const clientDataJSON = text(clientData(challenge, { type: "webauthn.create", ...signed }));
      return {
        ...shared,
        response: { clientDataJSON, attestationObject: text(attestation), transports: ["usb", "moon"] },
      };
    },
    use(challenge: string, used: Signed = {}) {
      const { isVerified = true, rpId = "localhost" } = used;
      count += 1;
      const authenticatorData = head(rpId, isVerified ? 5 : 1);
      const data = clientData(challenge, { type: "webauthn.get", ...used });
      const signed = Buffer.concat([authenticatorData, createHash("sha256").update(data).digest()]);
      return {
        ...shared,
        response: {
          clientDataJSON: text(data),
          authenticatorData: text(authenticatorData),
          signature: text(sign("sha256", signed, privateKey)),
          userHandle: this.userHandle,
        },
      };
    },
  };
}
