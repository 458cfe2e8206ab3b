import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { afterShortage, watchDescriptors } from "../descriptors";
import { createLog } from "../log";
import { memoryBytes } from "../memory";

watchDescriptors(createLog("error"));
// As the samples of the Health page do.
setInterval(memoryBytes, 100);
const noteError = afterShortage(() => process.stdout.write("files can be opened again\n"));
setInterval(() => {
  try {
    readFileSync("/dev/null");
  } catch (error) {
    noteError(error);
  }
}, 100);
const server = createServer((_, response) => response.end());
server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
