import { codeAt, createPasskey, PASSWORD, withPassword } from "../../people/second-factors/testing.ts";
import type { WriteRows } from "./write-rows.ts";
import type { WriteWorld } from "./write-world.ts";

const STARTS = "Nothing of the account changes before the second step.";
const anonymous = "anonymous" as const;
const confirmed = { currentPassword: PASSWORD };
const wrong = { currentPassword: "not the password" };

/** A user with a password, and what such a user sends. */
const personIn = async ({ cloud }: WriteWorld) => {
  const person = await withPassword(cloud);
  return { person, as: asUser(person) };
};
const asUser = ({ id, email, token }: { id: string; email: string; token: string }) => ({
  id,
  email,
  token,
  authorization: { Authorization: `Bearer ${token}` },
});
/** A second session of a user. */
const withSession = async (world: WriteWorld) => {
  const { person, as } = await personIn(world);
  const { items } = (await person.send("GET", "/user/me/sessions")).body.data;
  return { as, id: as.id, sessionId: String(items[1].id) };
};

/** Second factors, sign-ins with them, sessions, and which roles need one. */
export const signInRows: WriteRows = {
  "POST /v1/user/auth/second-factor": {
    done: async (world) => {
      const { person } = await personIn(world);
      const { codes } = await person.addApp();
      return { as: anonymous, body: { challenge: await person.challenge(), code: codes[0] } };
    },
    refused: async () => ({ as: anonymous, body: { challenge: "unknown", code: "000000" } }),
  },
  "POST /v1/user/auth/passkey/options": { notLogged: STARTS, done: async () => ({ as: anonymous }) },
  "POST /v1/user/auth/passkey/login": {
    done: async (world) => {
      const { person } = await personIn(world);
      const { key } = await person.addPasskey();
      const { challenge } = (await person.auth("passkey/options", undefined)).body.data;
      return { as: anonymous, body: { passkey: key.use(challenge) } };
    },
    refused: async () => ({ as: anonymous, body: { passkey: createPasskey().use("unknown") } }),
  },

  "POST /v1/user/me/second-factors/app": {
    notLogged: STARTS,
    done: async (world) => ({ as: (await personIn(world)).as, body: confirmed }),
  },
  "PUT /v1/user/me/second-factors/app": {
    done: async (world) => {
      const { person, as } = await personIn(world);
      const { enrolment, secret } = await person.startApp();
      return { as, body: { enrolment, code: codeAt(secret, world.cloud.parts.nowMs()) } };
    },
    refused: async (world) => ({ as: (await personIn(world)).as, body: { enrolment: "unknown", code: "000000" } }),
  },
  "POST /v1/user/me/second-factors/passkeys/options": {
    notLogged: STARTS,
    done: async (world) => ({ as: (await personIn(world)).as, body: confirmed }),
  },
  "POST /v1/user/me/second-factors/passkeys": {
    done: async (world) => {
      const { person, as } = await personIn(world);
      const { challenge } = await person.startPasskey();
      return { as, body: { name: "Security key", passkey: createPasskey().create(challenge) } };
    },
    refused: async (world) => ({
      as: (await personIn(world)).as,
      body: { name: "Security key", passkey: createPasskey().create("unknown") },
    }),
  },
  "DELETE /v1/user/me/second-factors/{id}": {
    done: async (world) => {
      const { person, as } = await personIn(world);
      const { id } = await person.addApp();
      return { as, params: { id }, body: confirmed };
    },
    refused: async (world) => ({ as: (await personIn(world)).as, body: confirmed }),
  },
  "POST /v1/user/me/recovery-codes": {
    done: async (world) => {
      const { person, as } = await personIn(world);
      await person.addApp();
      return { as, body: confirmed };
    },
    refused: async (world) => ({ as: (await personIn(world)).as, body: wrong }),
  },

  "DELETE /v1/user/me/sessions/{sessionId}": {
    done: async (world) => {
      const { as, sessionId } = await withSession(world);
      return { as, params: { sessionId } };
    },
    refused: async (world) => ({ as: (await personIn(world)).as }),
  },
  "DELETE /v1/user/me/sessions": {
    done: async (world) => ({ as: (await withSession(world)).as }),
    refused: async () => ({ as: anonymous }),
  },
  "DELETE /v1/admin/users/{id}/sessions/{sessionId}": {
    done: async (world) => {
      const { id, sessionId } = await withSession(world);
      return { as: world.admin, params: { id, sessionId } };
    },
    refused: async (world) => ({ as: world.admin, params: { id: world.ann.id } }),
  },
  "DELETE /v1/admin/users/{id}/sessions": {
    done: async (world) => ({ as: world.admin, params: { id: (await withSession(world)).id } }),
    refused: async ({ admin }) => ({ as: admin }),
  },
  "DELETE /v1/admin/users/{id}/second-factors": {
    done: async (world) => {
      const { person } = await personIn(world);
      await person.addApp();
      return { as: world.admin, params: { id: person.id } };
    },
    refused: async ({ admin, ann }) => ({ as: admin, params: { id: ann.id } }),
  },
  "PUT /v1/admin/sign-in-policy": {
    done: async ({ admin, make }) => {
      await make(admin, "PUT", "/admin/sign-in-policy", { secondFactorRequired: ["operator"] });
      return { as: admin, body: { secondFactorRequired: [] } };
    },
    refused: async ({ admin }) => ({ as: admin, body: { secondFactorRequired: ["king"] } }),
  },
};
