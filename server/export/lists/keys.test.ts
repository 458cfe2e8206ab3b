import { createHash } from "node:crypto";
import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { newId } from "../../core/kernel/ids";
import { platformForTests } from "../../testing/platform";
import { ROWS_AT_ONCE } from "../export";
import { EXPORTS } from "../exports";

const KEYS = ROWS_AT_ONCE + 10;

const platform = await platformForTests();

const newKeys = (partnerId: string, at: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: newId("key", at + index),
    partnerId,
    label: `Till ${index}`,
    hash: createHash("sha256")
      .update(`${partnerId} ${at + index}`)
      .digest(),
    head: "rsk_abcd",
    tail: "wxyz",
    scopes: [],
    createdAt: new Date(at + index),
    createdBy: "test",
    lastUsedAt: new Date(at + index),
  }));

it.each(["-created", "-used", "used"])(
  "a file sorted by %s has each key once, although one is used and rotated meanwhile",
  async (sort) => {
    const partner = await platform.newPartner();
    const at = Date.parse("2026-01-01T00:00:00Z");
    const keys = newKeys(partner.id, at, KEYS);
    await platform.wiring.core.transact((tx) => tx.apiKey.createMany({ data: keys }));
    const viewer = platform.as((await platform.newPerson(partner, "viewer")).actor);
    const run = EXPORTS["api-keys"]?.(viewer, { sort });
    let text = String((await run?.next())?.value);
    // The oldest is on the first page of the list that begins with those unused for longest, and on
    // the second of the others.
    const [moved] = keys;
    const [replacement] = newKeys(partner.id, at + KEYS, 1);
    await platform.wiring.core.transact(async (tx) => {
      if (!moved || !replacement) return;
      const lastUsedAt = platform.wiring.core.clock.now();
      await tx.apiKey.update({ where: { id: moved.id }, data: { lastUsedAt } });
      await tx.apiKey.create({ data: { ...replacement, replacesId: moved.id } });
    });
    for await (const lines of run ?? []) text += lines;
    const rows = parse(text, { bom: true, columns: true }) as { id: string }[];
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(keys.map(({ id }) => id)));
    expect(rows).toHaveLength(KEYS);
  },
);
