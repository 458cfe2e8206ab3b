import { createTRPCClient } from "@trpc/client";
import { expect, it, onTestFinished, vi } from "vitest";
import type { AppRouter } from "@/server/trpc/root";
import { links } from "./links";

/** The paths and bodies of the requests, each of which gets a response. */
function recordedRequests() {
  const requests: { path: string; body: string }[] = [];
  vi.stubGlobal("window", {});
  vi.stubGlobal("fetch", async (url: string, { body }: { body: string }) => {
    const [path = "", query = ""] = url.replace("/api/trpc/", "").split("?");
    requests.push({ path, body });
    const result = { result: { data: {} } };
    return Response.json(query.includes("batch=1") ? path.split(",").map(() => result) : result);
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return requests;
}

const client = createTRPCClient<AppRouter>({ links });

it("sends the calls of one moment as one request, but each part of a file as its own", async () => {
  const requests = recordedRequests();
  const rows = [[2, 0, "x".repeat(60_000)] as [number, number, ...unknown[]]];
  const part = (runId: string) =>
    client.imports.write.mutate({
      kind: "customers",
      partner: null,
      runId,
      afterLine: 1,
      throughLine: 2,
      unreadable: [],
      lines: { shapes: [["email"]], rows },
    });
  const run = { runId: "imp_1" };
  await Promise.all([
    part("imp_1"),
    client.imports.get.query(run),
    client.imports.list.query({}),
    part("imp_2"),
  ]);
  const paths = requests.map(({ path }) => path).sort();
  expect(paths).toEqual(["imports.get,imports.list", "imports.write", "imports.write"]);
  expect(Math.max(...requests.map(({ body }) => body.length))).toBeLessThan(64_000);
});
