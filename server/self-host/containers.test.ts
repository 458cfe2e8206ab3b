import { readFileSync } from "node:fs";
import { Deployment } from "kubernetes-models/apps/v1";
import { Job } from "kubernetes-models/batch/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { ConfigMap, Service } from "kubernetes-models/v1";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { readEnv, SETTING_NAMES } from "../env";
import { PARTNER_API } from "../rest/partner-api";
import { PLATFORM_API } from "../rest/platform-api";
import { MAX_CONNECTIONS } from "./http-server";
import { CLOSE_MS } from "./shutdown";

const KINDS = { ConfigMap, Deployment, Job, PodDisruptionBudget, Service };
const LONGEST_DRAIN_SECONDS = 300;

const Container = z.object({
  command: z.array(z.string()).optional(),
  securityContext: z.object({
    readOnlyRootFilesystem: z.literal(true),
    allowPrivilegeEscalation: z.literal(false),
    capabilities: z.object({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  startupProbe: z.object({}).optional(),
  readinessProbe: z.object({}).optional(),
  livenessProbe: z.object({}).optional(),
});
const Workload = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number().optional(),
        automountServiceAccountToken: z.literal(false),
        securityContext: z.object({ runAsNonRoot: z.literal(true), runAsUser: z.number() }),
        containers: z.array(Container).length(1),
      }),
    }),
  }),
});
const Manifest = z.strictObject({
  apiVersion: z.string(),
  kind: z.enum(Object.keys(KINDS) as [keyof typeof KINDS]),
  metadata: z.unknown(),
  spec: z.unknown().optional(),
  data: z.unknown().optional(),
});

const manifests = () =>
  parseAllDocuments(readFileSync("docs/deploy/kubernetes.yaml", "utf8")).map((document) =>
    Manifest.parse(document.toJS()),
  );
const of = (kind: string) => manifests().find((manifest) => manifest.kind === kind);

/** The same object; `read` gets the path of each property that is read. */
function watched<T>(value: T, read: Set<string>, path = ""): T {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get: (target, name) => {
      const at = `${path}/${String(name)}`;
      read.add(at);
      return watched(Reflect.get(target, name), read, at);
    },
  });
}

const pathsOf = (value: unknown, path = ""): string[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        `${path}/${name}`,
        ...pathsOf(inner, `${path}/${name}`),
      ]);

/** The fields that the schema does not know: its validator accepts them, and never reads them. */
function unknownFields({ kind, ...fields }: z.infer<typeof Manifest>): string[] {
  const read = new Set<string>();
  const Kind = KINDS[kind];
  Object.assign(new Kind(), watched(fields, read)).validate();
  return pathsOf(fields).filter((path) => !read.has(path));
}

test("each object of the Kubernetes example follows the schema of its kind", () => {
  const found = manifests();
  expect(found.map(({ kind }) => kind).sort()).toEqual(Object.keys(KINDS).sort());
  for (const manifest of found) expect(unknownFields(manifest)).toEqual([]);
  const budget = Manifest.parse(of("PodDisruptionBudget"));
  expect(unknownFields({ ...budget, spec: { minAvailible: 1 } })).toEqual(["/spec/minAvailible"]);
  expect(() => unknownFields({ ...budget, spec: { minAvailable: {} } })).toThrow("minAvailable");
});

test("the Kubernetes example has all probes, no privileges, and more time than the server's stop takes", () => {
  const { data } = z.object({ data: z.record(z.string(), z.string()) }).parse(of("ConfigMap"));
  for (const name of Object.keys(data)) expect(SETTING_NAMES).toContain(name);
  const { drainMs } = readEnv(data, { isServing: false });
  const { template } = Workload.parse(of("Deployment")).spec;
  const [container] = template.spec.containers;
  expect(container).toMatchObject({
    startupProbe: expect.anything(),
    readinessProbe: expect.anything(),
    livenessProbe: expect.anything(),
  });
  expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan((drainMs + CLOSE_MS) / 1_000);
  const job = Workload.parse(of("Job")).spec.template.spec;
  expect(job.containers[0]?.command).toEqual(["latchkey", "migrate"]);
});

const Compose = z.object({
  services: z.object({
    app: z.object({
      environment: z.record(z.string(), z.string()),
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal("ALL")]),
      stop_grace_period: z.string().regex(/^\d+s$/),
    }),
    postgres: z.object({ cap_drop: z.tuple([z.literal("ALL")]) }),
    redis: z.object({ cap_drop: z.tuple([z.literal("ALL")]), read_only: z.literal(true) }),
  }),
});
const composeText = () => readFileSync("compose.yaml", "utf8");
const dockerfile = () => readFileSync("Dockerfile", "utf8");

test("compose passes on each setting that the image does not set", () => {
  const { environment } = Compose.parse(parse(composeText())).services.app;
  const ofImage = (/^ENV (.+)$/m.exec(dockerfile())?.[1] ?? "")
    .split(" ")
    .map((pair) => pair.split("=")[0] ?? "");
  expect([...Object.keys(environment), ...ofImage].sort()).toEqual(SETTING_NAMES.toSorted());
  for (const [name, value] of Object.entries(environment)) expect(value).toContain(`\${${name}`);
});

test("compose has no default password, and more time than the server's stop takes", () => {
  const text = composeText();
  for (const name of ["POSTGRES_PASSWORD", "NEXTAUTH_SECRET"]) {
    const uses = text.match(new RegExp(`\\$\\{${name}[:?-]{2}`, "g")) ?? [];
    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses) expect(use).toBe(`\${${name}:?`);
  }
  const seconds = Number.parseInt(Compose.parse(parse(text)).services.app.stop_grace_period, 10);
  expect(seconds).toBeGreaterThan(LONGEST_DRAIN_SECONDS + CLOSE_MS / 1_000);
  expect(() => readEnv({ DRAIN_SECONDS: `${LONGEST_DRAIN_SECONDS + 1}` })).toThrow();
});

test("the image has the API's documents, which the server reads", () => {
  expect(dockerfile()).toContain("COPY --from=build /app/docs docs\n");
  const ignored = readFileSync(".dockerignore", "utf8").split("\n");
  for (const { documentFile } of [PARTNER_API, PLATFORM_API]) {
    expect(ignored.indexOf(`!docs/${documentFile}`)).toBeGreaterThan(ignored.indexOf("docs/*"));
  }
});

test("the image has the command that the help names", () => {
  expect(dockerfile()).toContain("/usr/local/bin/latchkey");
  expect(readFileSync("server/cli/parse.ts", "utf8")).toContain("in the container image: latchkey");
});

test("the systemd unit has more descriptors than a process has connections, and more time than its stop takes", () => {
  const unit = readFileSync("docs/deploy/latchkey.service", "utf8");
  const setting = (name: string) => Number(new RegExp(`^${name}=(\\d+)$`, "m").exec(unit)?.[1]);
  expect(setting("LimitNOFILE")).toBeGreaterThan(2 * MAX_CONNECTIONS);
  const { drainMs } = readEnv({}, { isServing: false });
  expect(setting("TimeoutStopSec")).toBeGreaterThan((drainMs + CLOSE_MS) / 1_000);
});
