import { createInterface } from "node:readline";
import { Writable } from "node:stream";

type Streams = {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
};

/**
 * The line that is typed at a terminal, which does not show it, or the first line of a file or a
 * pipe; without whitespace around it. "" if there is none, or at Ctrl+C.
 */
export async function readSecret(question: string, { input, output }: Streams): Promise<string> {
  const isTerminal = input.isTTY === true;
  if (isTerminal) output.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: isTerminal });
  try {
    return await new Promise<string>((resolve) => {
      lines.once("line", (line) => resolve(line.trim())).once("close", () => resolve(""));
    });
  } finally {
    lines.close();
    if (isTerminal) output.write("\n");
  }
}
