import { writeFileSync } from "node:fs";
import type { Reporter, SerializedError, TestCase, TestModule, Vitest } from "vitest/node";
import { type Failure, secondsByFile, type TestReport } from "./failures";

/**
 * Writes a `TestReport` to vitest's `outputFile`. Vitest's own JSON report lacks errors outside of
 * tests and errors of hooks within a `describe`, and both fail a run.
 */
export default class VitestReporter implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = this.vitest?.config.outputFile;
    if (typeof file !== "string") throw new Error("This reporter needs --outputFile.");
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const failed = tests.filter((test) => test.result().state !== "passed");
    const report: TestReport = {
      passed: tests.length - failed.length,
      total: tests.length,
      failures: [
        ...unhandled.map((error) => ({ file: "", title: "unhandled", error: textOf([error]) })),
        ...modules.flatMap(failuresOutsideOfTests),
        ...failed.map(failureOf),
      ],
      seconds: secondsByFile(
        modules.map((module) => {
          const { prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
          const ms = prepareDuration + collectDuration + setupDuration + duration;
          return { file: module.relativeModuleId, ms };
        }),
      ),
    };
    writeFileSync(file, JSON.stringify(report));
  }
}

/** The errors of hooks, and of a file that can't be loaded: its tests only count as skipped. */
function failuresOutsideOfTests(module: TestModule): Failure[] {
  const file = module.relativeModuleId;
  const places = [
    { title: "outside of any test", errors: module.errors() },
    ...[...module.children.allSuites()].map((suite) => ({
      title: suite.fullName,
      errors: suite.errors(),
    })),
  ];
  return places
    .filter(({ errors }) => errors.length > 0)
    .map(({ title, errors }) => ({ file, title, error: textOf(errors) }));
}

function failureOf(test: TestCase): Failure {
  const { errors = [] } = test.result();
  return { file: test.module.relativeModuleId, title: test.fullName, error: textOf(errors) };
}

function textOf(errors: readonly SerializedError[]): string {
  return errors
    .map(({ name, message, stack, diff }) => `${stack ?? `${name}: ${message}`}\n${diff ?? ""}`)
    .join("\n");
}
