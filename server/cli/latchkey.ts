import { ownEnvironment } from "../env";
import { runCli } from "./cli";
import { openLine } from "./line";
import { showProgress } from "./progress";
import { readSecret } from "./read-secret";

const environment = ownEnvironment();
const stopping = new AbortController();

// A reader that stops early (`| head`) is not an error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  stopping.abort();
});

process.exitCode = await runCli(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  show: showProgress(process.stderr),
  openLine: () => openLine(environment),
  environment,
  askSecret: (question) => readSecret(question, { input: process.stdin, output: process.stderr }),
  untilStopped: () => {
    // A second signal ends the process.
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort());
    return stopping.signal;
  },
});
