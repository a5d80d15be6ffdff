import { createTransport } from "nodemailer";

type Email = { to: string; subject: string; text: string; messageId: string };

/** Outcome of handing a mail to the server; `refused` for good, such as an unknown recipient, `later` when it may work again. */
type Delivery = { outcome: "sent" } | { outcome: "refused" | "later"; reason: string };

export type Mailer = { send: (email: Email) => Promise<Delivery> };

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;

/** Sends mail through the SMTP server at `url` (`smtp://` upgrades to TLS where offered, `smtps://` insists). */
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
        return { outcome: "sent" };
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        const isFinal = "permanent" in error && error.permanent === true;
        return { outcome: isFinal ? "refused" : "later", reason: error.message.slice(0, 500) };
      }
    },
  };
}
