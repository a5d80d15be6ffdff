/** One thing that the agent has captured: a scan, a photo, an announcement or a single event. */
export type Item = { ref: string; id: string; kind: string; cameraId: string; isInvalid: boolean };

type Answers = { refusals: number; tooLarge: number; lonely: number };

/** Creates the record of the oracle: items captured, items that the cloud has recorded, requests sent and answered. */
export function createLedger() {
  const captured = new Map<string, Item>();
  const recorded = new Map<string, number>();
  let broken: string | null = null;
  const fail = (message: string): void => void (broken ??= message);
  return {
    captured,
    recorded,
    /** A promise was broken; the first one counts. */
    fail,
    broken: (): string | null => broken,
    capture: (item: Item): void => void captured.set(item.ref, item),
    /** The cloud has committed the effect of an item. */
    record: (ref: string): void => void recorded.set(ref, (recorded.get(ref) ?? 0) + 1),
    queues: createQueues(fail),
    requests: createRequests(fail),
    chains: createChains(fail),
    parking: createParking(),
    /** The outbox is about to delete a record that holds these items. */
    remove(id: string, refs: readonly string[]): void {
      const missing = refs.filter((ref) => !recorded.has(ref) && captured.get(ref)?.isInvalid !== true);
      if (missing.length > 0 || refs.length === 0)
        fail(`record ${id} was deleted, and the cloud has not recorded ${missing.join() || "it"}`);
    },
  };
}

export type Ledger = ReturnType<typeof createLedger>;
type Fail = (message: string) => void;

/** The records of each camera and kind that wait, in the order in which they are to be tried first. */
function createQueues(fail: Fail) {
  const queues = new Map<string, string[]>();
  const nameOf = new Map<string, string>();
  const queueOf = (id: string) => queues.get(nameOf.get(id) ?? "") ?? [];
  return {
    /** A record begins to wait behind those of its camera and kind. */
    enter({ id, kind, cameraId }: Pick<Item, "id" | "kind" | "cameraId">): void {
      const name = `${cameraId} ${kind}`;
      nameOf.set(id, name);
      queues.set(name, [...(queues.get(name) ?? []), id]);
    },
    leave(id: string): void {
      const queue = queueOf(id);
      if (queue.includes(id)) queue.splice(queue.indexOf(id), 1);
    },
    /** One life of the agent tries a record: those before it were tried in this life. */
    tryRecord(id: string, tried: Set<string>): void {
      const queue = queueOf(id);
      const overtaken = queue.slice(0, Math.max(0, queue.indexOf(id))).find((before) => !tried.has(before));
      if (overtaken !== undefined)
        fail(`record ${id} was tried before ${overtaken}, which its camera captured earlier`);
      tried.add(id);
    },
  };
}

/** The requests that leave the agent: the key names the record, and each try has the same bytes. */
function createRequests(fail: Fail) {
  const items = new Map<string, string[]>();
  const bodies = new Map<string, Buffer>();
  return {
    /** A record of the outbox holds these items. */
    hold: (id: string, refs: string[]): void => void items.set(id, refs),
    itemsOf: (id: string): readonly string[] => items.get(id) ?? [],
    send(key: string | undefined, body: Buffer): void {
      if (key === undefined) return fail("a record was sent without its key");
      const held = (items.get(key) ?? []).join();
      const sent = refsOf(JSON.parse(body.toString("utf8"))).join();
      if (held !== sent) fail(`key ${key} of ${held} was sent with ${sent}`);
      const before = bodies.get(key);
      if (before !== undefined && !before.equals(body)) fail(`two bodies were sent with key ${key}`);
      bodies.set(key, body);
    },
  };
}

/** The places of each camera's chain that the cloud has recorded. */
function createChains(fail: Fail) {
  const chains = new Map<string, Set<number>>();
  const hashes = new Map<string, string>();
  const add = (chain: string, sequence: number) => {
    chains.set(chain, (chains.get(chain) ?? new Set()).add(sequence));
  };
  return {
    /** No two records of a chain have the same place, or the same predecessor. */
    link(chain: string, sequence: number, previous: string, hash: string): void {
      add(chain, sequence);
      for (const place of [`${chain} ${sequence}`, `${chain} after ${previous}`]) {
        if ((hashes.get(place) ?? hash) !== hash) fail(`the chain forks at ${place}`);
        hashes.set(place, hash);
      }
    },
    /** A number of a chain that is neither recorded nor parked; null without one. */
    findGap(parked: readonly { chain: string; sequence: number }[]): string | null {
      for (const { chain, sequence } of parked) add(chain, sequence);
      for (const [chain, sequences] of chains) {
        const last = Math.max(...sequences);
        if (sequences.size !== last) return `${chain} has ${sequences.size} records and the number ${last}`;
      }
      return null;
    },
  };
}

const EXEMPT = new Set([401, 403, 404, 405, 408, 413, 426, 429]);

/** The answers that explain why a record is parked. */
function createParking() {
  const answers = new Map<string, Answers>();
  const answersOf = (id: string): Answers => answers.get(id) ?? { refusals: 0, tooLarge: 0, lonely: 0 };
  return {
    answer(key: string, status: number, hasEnvelope: boolean): void {
      const counts = answersOf(key);
      if (status >= 400 && status < 500 && hasEnvelope && !EXEMPT.has(status)) counts.refusals += 1;
      if (status === 413) counts.tooLarge += 1;
      if (status === 404 || status === 405 || (status === 500 && hasEnvelope)) counts.lonely += 1;
      answers.set(key, counts);
    },
    /** A parked record waits again, and its answers count no longer. */
    retry: (id: string): void => void answers.delete(id),
    /** Returns true if the cloud itself has refused a record: components on the way do not know what it recorded. */
    isRefused: (id: string): boolean => answersOf(id).refusals > 0,
    mayBeParked(id: string): boolean {
      const { refusals, tooLarge, lonely } = answersOf(id);
      return refusals > 0 || tooLarge >= 3 || lonely + tooLarge >= 8;
    },
  };
}

/** The items of a request's body: each payload of the simulation names them. */
export function refsOf(body: object): string[] {
  if ("events" in body && Array.isArray(body.events))
    return body.events.map((event: { event_id?: unknown }) => String(event.event_id));
  return ["user_email" in body ? String(body.user_email) : ""];
}
