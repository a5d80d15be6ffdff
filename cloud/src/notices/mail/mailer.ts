import { createTransport } from "nodemailer";
import type { Outcome } from "../deliveries/delivery-rules.ts";

type Email = { to: string; subject: string; text: string; html?: string; messageId: string; date: Date };

/** Sends emails through a mail server, which may refuse one permanently, for example for an unknown recipient. */
export type Mailer = { send: (email: Email) => Promise<Outcome> };

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/** Sends mail through the SMTP server at `url` (`smtp://` uses TLS if it is offered, `smtps://` requires it). */
export function createMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport(
    {
      url,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    async send(email) {
      try {
        await transport.sendMail(email);
        return { kind: "delivered" };
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const isFinal = "permanent" in error && error.permanent === true;
        return { kind: isFinal ? "refused" : "later", reason: error.message.slice(0, 500) };
      }
    },
  };
}
