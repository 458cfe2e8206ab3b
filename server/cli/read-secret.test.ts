import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { readSecret } from "./read-secret";

function terminal(isTTY: boolean) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const secret = readSecret("API key: ", { input: Object.assign(input, { isTTY }), output });
  return { input, secret, shown: () => String(output.read() ?? "") };
}

it("a typed secret is not shown, and may be corrected", async () => {
  const { input, secret, shown } = terminal(true);
  input.write("rsk_x");
  input.write("\u007f1\r");
  expect(await secret).toBe("rsk_1");
  expect(shown()).toBe("API key: \n");
});

it("from a pipe, the secret is the first line, without a question", async () => {
  const { input, secret, shown } = terminal(false);
  input.end(" rsk_1 \nnext\n");
  expect([await secret, shown()]).toEqual(["rsk_1", ""]);
});

it.each([
  ["Ctrl+C at a terminal", true, "\u0003"],
  ["an empty pipe", false, ""],
])("%s gives no secret", async (_, isTTY, text) => {
  const { input, secret } = terminal(isTTY);
  input.end(text);
  expect(await secret).toBe("");
});
