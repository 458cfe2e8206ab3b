import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { createApiListener } from "../api-listener";
import { openHttpServer } from "../http-server";
import { fewPerTurn } from "./few-per-turn";

const nextTurn = () => new Promise(setImmediate);
const settled = async () => {
  for (let n = 0; n < 3; n++) await Promise.resolve();
};

function stand() {
  const state = { accepted: 0, nowMs: 0 };
  const take = fewPerTurn({ few: 3, accepted: () => state.accepted, now: () => state.nowMs });
  const passed: number[] = [];
  const arrive = (n: number) => void take().then(() => passed.push(n));
  return { state, passed, arrive };
}

it("lets a few through in each turn, in order, and nobody in front of those who wait", async () => {
  const { passed, arrive } = stand();
  for (let n = 0; n < 10; n++) arrive(n);
  await settled();
  expect(passed).toEqual([0, 1, 2]);
  const perTurn: number[] = [];
  while (passed.length < 20) {
    const before = passed.length;
    await nextTurn();
    perTurn.push(passed.length - before);
    if (perTurn.length === 1) for (let n = 10; n < 20; n++) arrive(n);
  }
  expect(passed).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(Math.max(...perTurn)).toBe(3);
  await nextTurn();
  await nextTurn();
  arrive(20);
  await settled();
  expect(passed.at(-1)).toBe(20);
});

it("lets nobody through in turns in which connections arrive, for a while", async () => {
  const { state, passed, arrive } = stand();
  state.accepted++;
  for (let n = 0; n < 6; n++) arrive(n);
  for (let turns = 0; turns < 10; turns++) {
    await nextTurn();
    state.accepted++;
  }
  expect(passed).toEqual([]);
  // However long they go on.
  state.nowMs += 200;
  await nextTurn();
  state.accepted++;
  await nextTurn();
  expect(passed).toHaveLength(6);
});

it("lets a request through that follows its connection", async () => {
  const { state, passed, arrive } = stand();
  state.accepted++;
  arrive(0);
  await settled();
  expect(passed).toEqual([]);
  await nextTurn();
  await nextTurn();
  await settled();
  expect(passed).toEqual([0]);
});

it("200 requests that arrive on new connections are handled a few per turn", async () => {
  const httpServer = await openHttpServer({
    host: "127.0.0.1",
    port: 0,
    scheme: "http",
    onError: () => {},
  });
  let turn = 0;
  const count = () => {
    turn++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const handledIn: number[] = [];
  const unused = () => Promise.reject(new Error("unused"));
  const watch = { answerReady: unused, answerMetrics: unused, observeFace: null };
  const { accepted } = httpServer;
  const listener = createApiListener({ api: unused, watch, accepted }, async (_, response) => {
    handledIn.push(turn);
    response.end();
  });
  await httpServer.open(listener);
  const sockets = Array.from({ length: 200 }, () => {
    const socket = connect(httpServer.port, "127.0.0.1");
    const head = "POST /sign-in HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 1";
    socket.resume().write(`${head}\r\n\r\n1`);
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, "close")));
  clearImmediate(counting);
  await httpServer.close(0);
  const perTurn = new Map<number, number>();
  for (const at of handledIn) perTurn.set(at, (perTurn.get(at) ?? 0) + 1);
  expect(handledIn).toHaveLength(200);
  expect(Math.max(...perTurn.values())).toBeLessThanOrEqual(8);
});
