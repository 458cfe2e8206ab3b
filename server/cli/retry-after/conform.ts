import { Command, InvalidArgumentError, Option } from "commander";
import { bar, showProgress } from "../progress";
import { judge, type Report, readable } from "./report";
import { type Conduct, runWorkers } from "./workers";

const number = (lowest: number, highest: number) => (text: string) => {
  const value = Number(text);
  if (Number.isInteger(value) && value >= lowest && value <= highest) return value;
  throw new InvalidArgumentError(`Must be an integer from ${lowest} to ${highest}.`);
};

type Options = {
  clients: number;
  seconds: number;
  path: string;
  sameClient: boolean;
  pause: number;
  batch: number;
  backoff: boolean;
  hold: number;
  json: boolean;
};

/**
 * Tests in real time whether a deployment's Retry-After is true. Exit code 1: it is not; 2: the
 * test could not run.
 */
async function main(argv: string[]): Promise<number> {
  const command = new Command("conform")
    .description(
      "Sends load with one API key, waits for each Retry-After, and checks that the next request is served.",
    )
    .argument("<base-url>", "for example http://127.0.0.1:3000/api/v1/reseller")
    .argument("<key>", "an API key that nothing else uses during the check")
    .option("--clients <n>", "number of workers that share the key", number(1, 1000), 10)
    .option("--seconds <s>", "duration", number(5, 3600), 72)
    .option("--path <path>", "path to request, below the base URL", "/me")
    .option("--same-client", "send the same X-Client-Id from all workers", false)
    .option("--pause <ms>", "mean pause after each served request", number(0, 600_000), 0)
    .option("--batch <s>", "let all workers send at once at this interval", number(0, 3600), 0)
    .option("--backoff", "add a client that backs off exponentially and ignores Retry-After", false)
    .option("--hold <s>", "send Prefer: wait with this number of seconds", number(0, 30), 0)
    .addOption(new Option("--json", "print the report as JSON").default(false));
  command.parse(argv);
  const [baseUrl = "", key = ""] = command.args;
  const options = command.opts<Options>();
  const show = showProgress(process.stderr);
  const progress = (elapsedMs: number) => show(bar(elapsedMs / 1_000 / options.seconds));
  const { clients, seconds, sameClient, pause, batch, backoff, hold } = options;
  const conduct: Conduct = {
    url: baseUrl + options.path,
    key,
    clients,
    seconds,
    sameClient,
    pauseMs: pause,
    batchSeconds: batch,
    hasBackoff: backoff,
    holdSeconds: hold,
    onTick: progress,
  };
  const report = judge(await runWorkers(conduct), options);
  show("");
  process.stdout.write(options.json ? `${JSON.stringify(report, null, 2)}\n` : readable(report));
  return exitCode(report);
}

function exitCode(report: Report): number {
  if (report.inconclusive !== null) return 2;
  return report.passed ? 0 : 1;
}

process.exitCode = await main(process.argv);
