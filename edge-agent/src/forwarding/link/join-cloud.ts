import { joinData } from "@container-inspection/shared-schemas/heartbeats";
import { signingKeyProofText } from "@container-inspection/shared-schemas/signing-keys";
import { z } from "zod";
import { fixedKey } from "./api-key.ts";
import { callOnce } from "./cloud-link.ts";
import type { CloudNetwork } from "./open-dispatcher.ts";
import { readRefusal } from "./read-reply.ts";

/** The key of this device, and that of the cloud's acknowledgements; or why it has none, and whose fault that is. */
export type Joined =
  | ({ ok: true; apiKey: string; name: string; acknowledgementKey: string | undefined } & Restored)
  | { ok: false; isCode: boolean; message: string; fix: string };

/** Data that new hardware receives from the hardware that it replaces. */
type Restored = Pick<z.infer<typeof joinData>, "configuration" | "chainEnds">;

const reply = z.object({ success: z.literal(true), data: joinData });

/** Exchanges a one-time code of an administrator for the key of this device. Never throws. */
export async function joinCloud(parts: {
  /** URL of the cloud without `/v1`. */
  cloudUrl: string;
  code: string;
  /** Undefined for new hardware, which gets its name with its configuration. */
  deviceId: string | undefined;
  agentVersion: string;
  /** The key that signs the records of this device; undefined without one. */
  signingKey: { publicKey: string; sign: (text: string) => string } | undefined;
  network: CloudNetwork;
  timeoutMs: number;
  /** Asks for the configuration that the cloud keeps of the device. */
  restore?: boolean;
}): Promise<Joined> {
  const { cloudUrl, code, deviceId, agentVersion, signingKey, network, timeoutMs, restore } = parts;
  // A device has no key yet; the cloud does not look at it here.
  return callOnce({ cloudUrl, apiKey: fixedKey(""), network, timeoutMs }, async (client, urlOf, signal) => {
    const key = signingKey && {
      signing_key: signingKey.publicKey,
      signing_key_proof: signingKey.sign(signingKeyProofText(code)),
    };
    const request = { code, device_id: deviceId, agent_version: agentVersion, ...key, restore };
    const body = Buffer.from(JSON.stringify(request));
    const answer = await client.post({ url: urlOf("/v1/edge/join"), key: null, body, signal });
    if (answer.type === "no-answer") {
      const fix = "check the address, and the network of this machine";
      return { ok: false, isCode: false, message: answer.message, fix };
    }
    const { message, hasEnvelope } = readRefusal(answer);
    if (hasEnvelope && /CONFIGURATION_NOT_FOUND/.test(message)) {
      const fix = `set this device up with "edge-agent init --cloud ${cloudUrl} --code ${code}"`;
      return { ok: false, isCode: false, message, fix };
    }
    if (hasEnvelope && /SIGNING_KEY_IN_USE/.test(message)) {
      const fix =
        'create another signing key with "edge-agent signing-key --new" and join again: the code is still valid';
      return { ok: false, isCode: false, message, fix };
    }
    const isCode = hasEnvelope && /JOIN_CODE|VALIDATION_ERROR/.test(message);
    if (answer.status !== 200) {
      const fix = isCode
        ? "ask the administrator for a new code"
        : "check the address: it is that of the cloud without /v1";
      return { ok: false, isCode, message, fix };
    }
    const parsed = reply.safeParse(parseJson(answer.text));
    if (parsed.success) {
      const { apiKey, name, acknowledgementKey, configuration, chainEnds } = parsed.data.data;
      return { ok: true, apiKey, name, acknowledgementKey, configuration, chainEnds };
    }
    const fix = "check the address, and for a sign-in page of the network";
    return { ok: false, isCode: false, message: "the answer is not the cloud's", fix };
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
