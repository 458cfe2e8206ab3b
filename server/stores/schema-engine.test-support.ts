import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlQuery,
} from "@prisma/driver-adapter-utils";
import type {
  DiagnoseMigrationHistoryOutput,
  MigrationList,
  SchemaEngine,
} from "@prisma/schema-engine-wasm";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const OID_CHAR = 18;
const OID_BPCHAR = 1042;
const filters = { externalTables: [], externalEnums: [] };

/**
 * adapter-pg adjusted for the schema engine. Unmodified, it splits scripts at every semicolon, even
 * within a function body, and cannot read the one-byte "char" of the system catalogs.
 */
async function connect(connectionString: string): Promise<SqlDriverAdapter> {
  const pool = new pg.Pool({ connectionString });
  const query = pool.query.bind(pool);
  const charColumns = new WeakMap<unknown[], number[]>();
  const readChars = async (config: pg.QueryConfig) => {
    const result = await query(config);
    const chars = (result.fields ?? []).filter((field) => field.dataTypeID === OID_CHAR);
    charColumns.set(
      result.rows,
      chars.map((field) => result.fields.indexOf(field)),
    );
    for (const field of chars) field.dataTypeID = OID_BPCHAR;
    return result;
  };
  Object.assign(pool, { query: readChars });
  const adapter = await new PrismaPg(pool, { disposeExternalPool: true }).connect();
  const queryRaw = adapter.queryRaw.bind(adapter);
  return Object.assign(adapter, {
    queryRaw: async (asked: SqlQuery) => {
      const result = await queryRaw(asked);
      for (const column of charColumns.get(result.rows) ?? []) {
        result.columnTypes[column] = ColumnTypeEnum.Character;
      }
      return result;
    },
    executeScript: async (script: string) => {
      await query(script);
    },
  });
}

/** Creates a shadow database; with a connection string, adapter-pg would use the main one. */
async function connectToShadowDb(connectionString: string): Promise<SqlDriverAdapter> {
  const name = `shadow_${randomUUID().replaceAll("-", "")}`;
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  const shadow = await connect(url.href);
  const dispose = shadow.dispose.bind(shadow);
  return Object.assign(shadow, {
    dispose: async () => {
      await dispose();
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  });
}

let loading: Promise<void> | undefined;

async function load(): Promise<void> {
  const require = createRequire(import.meta.url);
  const file = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const wasm = readFileSync(file.replace(/\.js$/, ".wasm"));
  const imports = { "./schema_engine_bg.js": { ...bindings } };
  const { instance } = await WebAssembly.instantiate(wasm, imports);
  // The two exports that the package's own loader calls but its types omit.
  const loader = bindings as unknown as { __wbg_set_wasm(exports: WebAssembly.Exports): void };
  loader.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
}

async function openEngine(connectionString: string, schema: string): Promise<SchemaEngine> {
  // Load once: the bindings keep views of the first instance's memory.
  loading ??= load();
  await loading;
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: "postgres",
    adapterName: "@prisma/adapter-pg",
    connect: () => connect(connectionString),
    connectToShadowDb: () => connectToShadowDb(connectionString),
  });
  return bindings.SchemaEngine.new({ datamodels: [["schema.prisma", schema]] }, () => {}, factory);
}

function migrationList(folder: string): MigrationList {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir: folder,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: names.map((name) => ({
      path: name,
      migrationFile: {
        path: "migration.sql",
        content: { tag: "ok", value: readFileSync(join(folder, name, "migration.sql"), "utf8") },
      },
    })),
  };
}

/** Prisma's diagnosis of a database's migration history. */
export async function inspectHistory(options: {
  connectionString: string;
  folder: string;
}): Promise<DiagnoseMigrationHistoryOutput> {
  const engine = await openEngine(options.connectionString, schemaOf(""));
  return engine.diagnoseMigrationHistory({
    migrationsList: migrationList(options.folder),
    optInToShadowDatabase: false,
    filters,
  });
}

/** A schema with only `models`. */
const schemaOf = (models: string) => `datasource db {\n  provider = "postgresql"\n}\n${models}`;

/** The difference between the migrations and the schema, as Prisma reports it; null if none. */
export async function drift(options: {
  connectionString: string;
  folder: string;
  schema: string;
}): Promise<string | null> {
  const engine = await openEngine(options.connectionString, options.schema);
  const { exitCode, stdout } = await engine.diff({
    from: { tag: "migrations", ...migrationList(options.folder) },
    to: { tag: "schemaDatamodel", files: [{ path: "schema.prisma", content: options.schema }] },
    script: true,
    exitCode: true,
    filters,
  });
  return exitCode === 0 ? null : stdout;
}
