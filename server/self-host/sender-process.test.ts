import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { sendSignal, temporaryFolder } from "../testing/processes";
import { type Beat, keepSender, type SenderProcess } from "./sender-process";
import { watchSender } from "./sender-watch";

const opened: SenderProcess[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.stop(0)));
});

/** A process that beats with its own ID, beside what the script does. */
function keep(script: string) {
  const entry = join(temporaryFolder("sender"), "entry.mjs");
  writeFileSync(
    entry,
    `const beat = () => process.connected && process.send({ sent: { delivered: process.pid } });
     ${script}
     beat();
     setInterval(beat, 50);`,
  );
  const beats: Beat[] = [];
  const said: string[] = [];
  const sender = keepSender({
    entry,
    onBeat: (beat) => void beats.push(beat),
    say: (text) => void said.push(text),
  });
  opened.push(sender);
  sender.start();
  return { sender, said, lastPid: () => beats.at(-1)?.sent.delivered ?? 0 };
}

const ANSWERS = `process.on("message", (word) => word.call && process.send({ call: word.call, report: process.pid }));`;
const STOPS = `process.on("message", (word) => word === "stop" && process.exit(0));`;

test("replaces the process that sends each time it dies, and never gives up", async () => {
  const { sender, said, lastPid } = keep(STOPS);
  for (let deaths = 1; deaths <= 3; deaths++) {
    await expect.poll(() => sender.running()[0]?.pid === lastPid()).toBe(true);
    const pid = lastPid();
    sendSignal(pid, "SIGKILL");
    await expect.poll(lastPid).not.toBe(pid);
    expect(said).toHaveLength(deaths);
  }
  expect(said[0]).toContain("The process that sends webhooks exited (SIGKILL)");
});

test("asks it for its metrics, and a scrape does not wait for one that is stopped", async () => {
  const { sender, lastPid } = keep(STOPS + ANSWERS);
  await expect.poll(lastPid).toBeGreaterThan(0);
  const pid = lastPid();
  expect(await sender.reports()).toEqual([pid]);
  sendSignal(pid, "SIGSTOP");
  expect(await sender.reports()).toEqual([]);
  sendSignal(pid, "SIGCONT");
});

test("stops it, and kills one that does not stop in time", async () => {
  const willing = keep(STOPS);
  await expect.poll(willing.lastPid).toBeGreaterThan(0);
  await willing.sender.stop(60_000);
  const stubborn = keep("");
  await expect.poll(stubborn.lastPid).toBeGreaterThan(0);
  await stubborn.sender.stop(50);
  expect([...willing.sender.running(), ...stubborn.sender.running()]).toEqual([]);
  expect([...willing.said, ...stubborn.said]).toEqual([]);
});

test("a process that has been silent for ten seconds is a fault, until it is heard again", () => {
  let nowMs = 0;
  const watch = watchSender(() => nowMs);
  nowMs = 60_000;
  // A start takes any time before the first question.
  expect(watch.fault()).toBeNull();
  nowMs += 10_001;
  expect(watch.fault()).toMatch(/^the process that sends webhooks has been silent for 10 s/);
  const sent = { delivered: 3, retried: 0, failed: 0, inFlight: 1, unrecorded: 2 };
  const mail = { sent: 4, refused: 0, retried: 1, failed: 0, inFlight: 1, fault: null };
  watch.note({ sent, mail });
  expect([watch.fault(), watch.figures(), watch.mail()]).toEqual([null, sent, mail]);
});
