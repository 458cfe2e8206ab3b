import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, Suite, TestCase, TestError } from "playwright/types/testReporter";
import { type Failure, secondsByFile, type TestReport } from "./failures";

/** Writes a `TestReport` to the option `outputFile`. */
export default class PlaywrightReporter implements Reporter {
  private readonly outputFile: string;
  private readonly errors: TestError[] = [];
  private root: Suite | undefined;

  constructor({ outputFile }: { outputFile: string }) {
    this.outputFile = outputFile;
  }

  onBegin(_config: unknown, root: Suite): void {
    this.root = root;
  }

  /** Errors outside of tests: a failed global setup, or a file that can't be loaded. */
  onError(error: TestError): void {
    this.errors.push(error);
  }

  onEnd(): void {
    const tests = this.root?.allTests() ?? [];
    const failed = tests.filter((test) => test.outcome() !== "expected");
    const report: TestReport = {
      passed: tests.length - failed.length,
      total: tests.length,
      failures: [
        ...this.errors.map((error) => ({
          file: "",
          title: "outside of any test",
          error: textOf([error]),
        })),
        ...failed.map(failureOf),
      ],
      seconds: secondsByFile(
        tests.map((test) => {
          const ms = test.results.reduce((sum, { duration }) => sum + duration, 0);
          return { file: fileOf(test), ms };
        }),
      ),
    };
    writeFileSync(this.outputFile, JSON.stringify(report));
  }

  printsToStdio(): boolean {
    return false;
  }
}

function fileOf(test: TestCase): string {
  return relative(process.cwd(), test.location.file);
}

function failureOf(test: TestCase): Failure {
  // The path begins with the root, the project and the file.
  const [, , , ...titles] = test.titlePath();
  return {
    file: fileOf(test),
    title: titles.join(" > "),
    error: textOf(test.results.flatMap(({ errors }) => errors)),
  };
}

function textOf(errors: readonly TestError[]): string {
  return errors.map(({ stack, message }) => stack ?? message ?? "").join("\n");
}
