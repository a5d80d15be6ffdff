import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { waitsForLocks } from "../../testing/database.ts";
import { scanBody } from "../../intake/testing.ts";
import { codeOf, createMergeWorld } from "./testing.ts";

const {
  cloud,
  scan,
  write,
  sue,
  tom,
  admin,
  ago,
  as,
  dataOf,
  scanned,
  itemsOf,
  escalate,
  read,
  visitsOf,
  merge,
  decide,
  logOf,
} = await createMergeWorld();

describe("escalations and holds of merged containers", () => {
  test("of two open escalations one continues with the reasons of both, and the claim of the other", async () => {
    const [merged, target] = [await scanned(2), await scanned(1)];
    const [ending, kept] = [await escalate(merged.id, "broken seal"), await escalate(target.id, "wet")];
    await dataOf(as(tom, "POST", `/escalations/${ending.id}/claim`));
    expect(await dataOf(merge(merged, target))).toMatchObject({ status: "ESCALATED" });
    const folded = await dataOf(as(sue, "GET", `/escalations/${ending.id}`));
    expect(folded).toMatchObject({ state: "RESOLVED", decision: null, reason: "broken seal", resolvedBy: { id: sue.id } });
    expect(folded.decisionReason).toContain(kept.id);
    const open = await dataOf(as(sue, "GET", `/escalations/${kept.id}`));
    expect(open).toMatchObject({ state: "CLAIMED", claimedBy: { id: tom.id }, container: { id: target.id } });
    expect(open.reason).toBe(`wet (and as ${merged.number}: broken seal)`);
    expect(await logOf(`subject=escalation:${kept.id}&action=escalation.fold`)).toHaveLength(1);
    expect(await logOf(`subject=escalation:${ending.id}&action=escalation.fold`)).toHaveLength(1);
    const { timeline } = await dataOf(as(sue, "GET", `/containers/${target.id}/report`));
    expect(timeline.map(({ message }: { message: string }) => message)).toContain(`Merged: ${folded.decisionReason}`);
    await dataOf(as(tom, "POST", `/escalations/${kept.id}/resolve`, { decision: "clear", reason: "fine" }));
    expect((await read(target.id)).status).toBe("CLEARED");
  }); // prettier-ignore

  test("an escalation is claimed while a merge moves it: it is found on the target", async () => {
    const [merged, target] = [await scanned(2), await scanned(1)];
    const { id } = await escalate(merged.id);
    const { db } = cloud.parts;
    const [merging, claiming] = await db.transaction(async (tx) => {
      await tx.execute(sql`select from scans where id = ${merged.scanId} for update`);
      const begun = merge(merged, target);
      await waitsForLocks(db, 1);
      const claim = as(tom, "POST", `/escalations/${id}/claim`);
      await waitsForLocks(db, 2);
      return [begun, claim] as const;
    });
    expect((await merging).status).toBe(200);
    expect(await dataOf(claiming)).toMatchObject({ state: "CLAIMED", container: { id: target.id } });
  });

  test.each([["long before", 400, 1], ["after", 1, 400], ["with", 2, 1]])("a hold from %s holds the target, and who took it cannot clear it", async (_, mergedHours, targetHours) => {
    const [merged, target] = [await scanned(mergedHours), await scanned(targetHours)];
    await decide(sue, merged.id, "hold");
    await decide(tom, target.id, "clear");
    expect((await dataOf(merge(merged, target))).status).toBe("HELD");
    expect(codeOf(await as(admin, "DELETE", `/containers/${target.id}`))).toEqual([409, "CONTAINER_HELD"]);
    const { verdict } = await dataOf(as(sue, "GET", `/containers/${target.id}/report`));
    expect(verdict).toBe("hold");
    const { id } = await escalate(target.id);
    const clear = { decision: "clear", reason: "fine" };
    expect(codeOf(await as(sue, "POST", `/escalations/${id}/resolve`, clear))).toEqual([403, "SECOND_PERSON_REQUIRED"]);
    expect((await as(tom, "POST", `/escalations/${id}/resolve`, clear)).status).toBe(200);
    await scanned(0, { number: target.number });
    const visits = await visitsOf(target.id);
    expect(visits.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1);
    expect(visits[0].openedAt >= visits.at(-1).openedAt).toBe(true);
  }); // prettier-ignore

  test.each([
    ["escalated since, into a cleared one", async (merged: string, target: string) => {
      await decide(sue, merged, "hold");
      await escalate(merged);
      await decide(tom, target, "clear");
    }],
    ["to be inspected, into a cleared one", async (merged: string, target: string) => {
      await decide(sue, merged, "hold");
      await decide(sue, merged, "inspect");
      await decide(tom, target, "clear");
    }],
    ["cleared, into one that is held and to be inspected", async (merged: string, target: string) => {
      await decide(sue, target, "hold");
      await decide(sue, target, "inspect");
      await decide(tom, merged, "clear");
    }],
    ["held, by a process whose clock is behind, into a cleared one", async (merged: string, target: string) => {
      await decide(sue, merged, "hold");
      cloud.advanceMs(5_000);
      await decide(tom, target, "clear");
      cloud.advanceMs(-5_000);
    }],
  ])("a hold stands past the merge of a container that is %s", async (_, prepare) => {
    const [merged, target] = [await scanned(2), await scanned(1)];
    await prepare(merged.id, target.id);
    await dataOf(merge(merged, target));
    expect(codeOf(await as(admin, "DELETE", `/containers/${target.id}`))).toEqual([409, "CONTAINER_HELD"]);
    expect((await dataOf(as(sue, "GET", `/containers/${target.id}/report`))).verdict).toBe("hold");
    const [open] = await itemsOf(`/escalations?containerId=${target.id}&state=OPEN`);
    const { id } = open ?? (await escalate(target.id));
    const clear = { decision: "clear", reason: "fine" };
    expect(codeOf(await as(sue, "POST", `/escalations/${id}/resolve`, clear))).toEqual([403, "SECOND_PERSON_REQUIRED"]);
    expect((await as(tom, "POST", `/escalations/${id}/resolve`, clear)).status).toBe(200);
    expect((await as(admin, "DELETE", `/containers/${target.id}`)).status).toBe(200);
  }); // prettier-ignore

  test("a legal hold of either is never lost", async () => {
    const place = (id: string, reason: string) => dataOf(as(sue, "PUT", `/containers/${id}/legal-hold`, { reason }));
    const [merged, target, last] = [await scanned(3), await scanned(2), await scanned(1)];
    const { legalHold } = await place(merged.id, "court order 1");
    expect((await dataOf(merge(merged, target))).legalHold).toEqual(legalHold);
    await place(last.id, "court order 2");
    const { reason } = (await dataOf(merge(target, last))).legalHold;
    expect(reason).toContain("court order 2");
    expect(reason).toContain(`${target.number}, by ${sue.email}`);
    expect(reason).toContain("court order 1");
  });

  test("an earlier clearance is considered again: the decision covered only one half", async () => {
    const [merged, target] = [await scanned(2), await scanned(1)];
    await dataOf(write("scans/defect", merged.number, await scanBody({ timestamp: ago(2) })));
    await decide(sue, target.id, "clear");
    const rulesOf = async () =>
      (await dataOf(as(sue, "GET", `/containers/${target.id}/report`))).reasons.map(
        ({ rule }: { rule: string }) => rule,
      );
    expect(await rulesOf()).not.toContain("defects");
    await dataOf(merge(merged, target));
    expect(await rulesOf()).toContain("defects");
    await decide(sue, target.id, "clear");
    expect(await rulesOf()).not.toContain("defects");
  });
});

describe("at the same time", () => {
  test("one of two opposite merges wins, and no record that arrives at the same time is lost", async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, other] = [await scanned(3), await scanned(3)];
      const bodies = await Promise.all(Array.from({ length: 24 }, (_, index) => scanBody({ timestamp: ago(2 + index / 100) })));
      const late = bodies.map((body, index) => [
        () => scan(index % 2 ? one.number : other.number, body),
        () => write("evidence", index % 2 ? one.number : other.number, body),
        () => write("scans/defect", index % 2 ? one.number : other.number, body),
      ][index % 3]!());
      const merges = await Promise.all([merge(one, other), merge(other, one), merge(one, other), merge(other, one, tom)]);
      const replies = await Promise.all(late);
      expect(merges.map(({ status }) => String(status)).toSorted((one, other) => one.localeCompare(other))).toEqual(["200", "404", "404", "404"]);
      const { id } = merges.find(({ status }) => status === 200)!.body.data;
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
      const [scans, photos] = [await itemsOf(`/containers/${id}/scans`), await itemsOf(`/containers/${id}/evidence`)];
      expect([scans.length, photos.length]).toEqual([18, 8]);
      expect(await visitsOf(id)).toHaveLength(1);
    }
  }); // prettier-ignore

  test("containers go round in a circle of merges, and along a chain, without a lock on each other", async () => {
    const boxes = await Promise.all(Array.from({ length: 6 }, () => scanned(3)));
    const pictures = boxes.flatMap(({ number, id }, index) => [
      merge(boxes[index]!, boxes[(index + 1) % boxes.length]!),
      (async () => scan(number, await scanBody({ timestamp: ago(2) })))(),
      as(sue, "POST", `/containers/${id}/escalate`, { reason: "odd" }),
      (async () => cloud.app.request(`/v1/containers/${id}/scans/defect`, {
        method: "POST", headers: { ...sue.authorization, "Content-Type": "image/jpeg" },
        body: new Uint8Array(Buffer.from(String((await scanBody())["image"]), "base64")),
      }))(),
    ]);
    const replies = await Promise.all(pictures);
    for (const { status } of replies) expect([200, 201, 404, 409]).toContain(status);
    const [left] = (await cloud.parts.db.execute<{ ids: string[] }>(sql`
      select array_agg(distinct container_id) as ids from scans where container_id = any(${sql.raw(`array[${boxes.map(({ id }) => `'${id}'`).join(",")}]`)})`)).rows;
    const there = await Promise.all(boxes.map(async ({ id }) => ((await as(sue, "GET", `/containers/${id}`)).status === 200 ? [id] : [])));
    expect(new Set(left!.ids)).toEqual(new Set(there.flat()));
  }); // prettier-ignore
});
