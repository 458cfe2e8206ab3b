// Runs modules one after another in this process: for each line {file, env}, a line {code, output}.
import { createInterface } from "node:readline";
import { inspect } from "node:util";

let printed = "";
console.log = (...values) => {
  printed += `${values.map((value) => (typeof value === "string" ? value : inspect(value))).join(" ")}\n`;
};

for await (const line of createInterface({ input: process.stdin })) {
  const { file, env } = JSON.parse(line);
  Object.assign(process.env, env);
  printed = "";
  const code = await import(file).then(
    () => 0,
    (error) => {
      printed += inspect(error);
      return 1;
    },
  );
  process.stdout.write(`${JSON.stringify({ code, output: printed })}\n`);
}
