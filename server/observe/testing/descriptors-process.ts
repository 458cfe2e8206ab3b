import { createServer } from "node:http";
import { watchDescriptors } from "../descriptors";
import { createLog } from "../log";

watchDescriptors(createLog("error"));
const server = createServer((_, response) => response.end());
server.listen(0, "127.0.0.1", () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
