import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

// Wrong passwords from many networks, as fast as they are answered, until a message arrives. In a
// thread of its own, so that the one that measures is not delayed by it. Posts the answers by status.

const { url, headers, networks, each, form } = workerData;
const agent = new Agent({ keepAlive: true });
const answers = new Map();
let isOver = false;

function signIn(from, body) {
  return new Promise((resolve) => {
    const options = { agent, method: "POST", headers: { ...headers, "x-forwarded-for": from } };
    const sent = request(`${url}/api/auth/callback/credentials`, options, (response) => {
      response.resume().once("error", () => resolve(0));
      response.once("end", () => resolve(response.statusCode));
    });
    sent.once("error", () => resolve(0)).end(body);
  });
}

async function attack(network) {
  const from = `100.${64 + (network >> 8)}.${network & 255}.1`;
  for (let n = 0; !isOver; n++) {
    const fields = { ...form, email: `x${network}-${n}@example.com`, password: "wrong" };
    const status = await signIn(from, new URLSearchParams(fields).toString());
    answers.set(status, (answers.get(status) ?? 0) + 1);
  }
}

const attackers = Array.from({ length: networks * each }, (_, n) => attack(n % networks));
parentPort.once("message", async () => {
  isOver = true;
  // Their connections end with the test.
  agent.destroy();
  await Promise.all(attackers);
  parentPort.postMessage(Object.fromEntries(answers));
});
