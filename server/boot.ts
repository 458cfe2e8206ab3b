import { tellFewFiles } from "./start-files.mjs";

// The entry of the bundled server. Node opens the modules of a program all at once, before any of
// them runs, so that only a module that loads them can say that no file was left for one.
try {
  await import("./main");
} catch (error) {
  if (!(error instanceof Error && "code" in error && error.code === "EMFILE")) throw error;
  process.stderr.write(`${tellFewFiles("fewer")}\n`);
  process.exitCode = 1;
}
