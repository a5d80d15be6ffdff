import { once } from "node:events";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { expect } from "vitest";
import { cleanUpLater } from "../../testing/clean-up.ts";

export type ReceivedMail = { from: string; to: string[]; source: string };

/** A real mail server on a free port. `answer` may refuse an email with an SMTP status; undefined accepts it. */
export async function startMailServer(answer: (mail: ReceivedMail) => number | undefined = () => undefined) {
  const mails: ReceivedMail[] = [];
  const tried: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    async onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      const mail = {
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        source: (await text(stream)).replaceAll("=\r\n", "").replaceAll("=3D", "="),
      };
      tried.push(mail);
      const responseCode = answer(mail);
      if (responseCode === undefined) mails.push(mail);
      done(responseCode === undefined ? null : Object.assign(new Error("not taken"), { responseCode }));
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  cleanUpLater(() => new Promise((resolve) => server.close(() => resolve(undefined))));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  return {
    mails,
    tried,
    settings: { mail: { url: `smtp://127.0.0.1:${address.port}`, from: "Inspection <no-reply@example.com>" } },
    /** Waits for a mail to an address, and returns the token of its link. */
    tokenFor: async (to: string) => {
      const link = () => /#token=([\w-]{43})\b/.exec(mails.findLast((mail) => mail.to.includes(to))?.source ?? "");
      await expect.poll(link, { message: `a mail with a link comes to ${to}` }).not.toBeNull();
      return link()?.[1] ?? "";
    },
  };
}
