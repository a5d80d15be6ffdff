import type { Outbox } from "../../edge-agent/src/outbox/outbox.ts";
import type { Transport } from "../../edge-agent/src/forwarding/link/transport.ts";
import type { Seam } from "./simulated-site.ts";

/** Programs with a bug each, which the simulation must find. */
export const mutants: Record<string, () => Seam> = {
  /** The cloud answers, and commits some time later. */
  "acknowledge before commit": () => ({
    transactions: (connection, time) => ({
      transaction(work) {
        const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<typeof work>>>();
        const committing = connection.transaction(async (tx) => {
          const result = await work(tx);
          resolve(result);
          await time.sleep(400);
          return result;
        });
        committing.catch(reject);
        return promise;
      },
    }),
  }),
  /** The forwarder does not notice that a record has been captured. */
  "lost wake-up": () => ({ outbox: (outbox) => ({ ...outbox, onPending: () => () => undefined }) }),
  /** A request that is sent again has no key. */
  "dropped key": () => {
    const sent = new Set<string | undefined>();
    return onSend((headers) => {
      const { "idempotency-key": key = "", ...others } = headers;
      if (!sent.has(key)) {
        sent.add(key);
        return headers;
      }
      return others;
    });
  },
  /** Two records are sent with one key. */
  "reused key": () => {
    let last = "";
    return onSend((headers) => {
      const key = last || (headers["idempotency-key"] ?? "");
      last = last === "" ? key : "";
      return { ...headers, "idempotency-key": key };
    });
  },
  /** A record is deleted when it is sent. */
  "early delete": () => ({
    outbox: (outbox): Outbox => ({
      ...outbox,
      read(id) {
        const read = outbox.read(id);
        if (read.ok) outbox.acknowledge(id);
        return read;
      },
    }),
  }),
};

const onSend = (change: (headers: Record<string, string>) => Record<string, string>): Seam => ({
  transport: (transport): Transport => ({
    ...transport,
    send: (sending) => transport.send({ ...sending, headers: change(sending.headers) }),
  }),
});
