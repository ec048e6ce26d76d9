import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { EngineCommand, Rejection } from '../../../src/engine/commands.ts';
import type { Origin } from '../../../src/engine/events/restore-events.ts';
import type { EngineEvent } from '../../../src/engine/events.ts';
import type { EngineContext } from '../../../src/engine/running/context.ts';
import { RestorePoint } from '../../../src/engine/state/restore-point.ts';
import { timerReader } from '../../../src/expressions/timers.ts';
import { evaluator } from '../process-builder-texts.ts';
import { type EventSchema, textOfSchema } from './event-schema.ts';

/**
 * Data written by a release: `test/history/<version>/`. `instances.jsonl.gz` has one golden case per line, `processes.jsonl.gz` one process key per
 * line, `event-schema.json` the events of the release. A released folder never changes: `sealed.json` has its hashes.
 */
export const HISTORY = new URL('../../history/', import.meta.url);
const FILES = { instances: 'instances.jsonl.gz', processes: 'processes.jsonl.gz', schema: 'event-schema.json' } as const;

/** A row of the journal as it is stored; times in ms since epoch. */
export interface RecordedRow {
  readonly seq: number;
  readonly v: number;
  readonly at: number;
  readonly events: readonly object[];
}

/** One command and what came of it: a row and the snapshot after it, or a rejection, or nothing. */
export interface RecordedStep {
  readonly at: number;
  readonly command: EngineCommand;
  readonly row?: RecordedRow;
  readonly snapshot?: string;
  readonly rejection?: Rejection;
}

/** The life of one instance. `process`: which process of the file it ran. `pauses`: its runs stopped after every step. */
export interface RecordedInstance {
  readonly name: string;
  /** true: uncaught failures become incidents */
  readonly leavesIncidents?: true;
  readonly pauses?: true;
  readonly process: string;
  readonly bpmn: string;
  /** files deployed with it, by name; absent: none */
  readonly files?: Readonly<Record<string, string>>;
  readonly steps: readonly RecordedStep[];
}

/** The journal of a process key. */
export interface RecordedProcess {
  readonly subjectId: string;
  readonly rows: readonly RecordedRow[];
}

export interface Recording {
  readonly instances: readonly RecordedInstance[];
  readonly processes: readonly RecordedProcess[];
  readonly schema: EventSchema;
}

/** Everything a recorded command was decided with. @param at clock of the command, ms since epoch */
export function recordedContext(
  at: number,
  { pauses, leavesIncidents }: Pick<RecordedInstance, 'pauses' | 'leavesIncidents'> = {},
): EngineContext {
  return {
    ...(pauses === true && { shouldPause: () => true }),
    evaluator,
    timers: timerReader,
    guid: (instanceId, name) => `guid(${instanceId},${name})`,
    plainTasks: 'wait',
    onFailure: leavesIncidents === true ? 'incident' : 'fail',
    branchVariables: 'auto',
    now: at,
    limits: {
      maxIterations: 20_000,
      maxCausationDepth: 100,
      maxCausationSize: 10_000,
      maxCalledInstances: 20_000,
      maxCallDepth: 64,
      maxSteps: 100_000,
      maxWriteSize: 1 << 20,
      maxVariablesSize: 8 << 20,
    },
  };
}

/** The recorded versions, oldest first. */
export function recordedVersions(): string[] {
  return readdirSync(HISTORY, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Version → SHA-256 of its folder, for each release. */
export function readSeals(): Readonly<Record<string, string>> {
  const file = new URL('sealed.json', HISTORY);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}

/** SHA-256 over the files of a version. */
export function sealOf(version: string): string {
  const hash = createHash('sha256');
  for (const name of Object.values(FILES)) hash.update(readFileSync(new URL(`${version}/${name}`, HISTORY)));
  return hash.digest('hex');
}

export function readRecording(version: string): Recording {
  return {
    instances: readLines(version, FILES.instances),
    processes: readLines(version, FILES.processes),
    schema: JSON.parse(readFileSync(new URL(`${version}/${FILES.schema}`, HISTORY), 'utf8')) as EventSchema,
  };
}

/** Writes a version. Refuses when it is released. */
export function writeRecording(version: string, { instances, processes, schema }: Recording): void {
  if (readSeals()[version] !== undefined)
    throw new Error(`${version} is released: what it wrote never changes. Record the version that comes next.`);
  mkdirSync(new URL(`${version}/`, HISTORY), { recursive: true });
  writeLines(version, FILES.instances, instances);
  writeLines(version, FILES.processes, processes);
  writeFileSync(new URL(`${version}/${FILES.schema}`, HISTORY), textOfSchema(schema));
}

function readLines<T>(version: string, name: string): T[] {
  const text = gunzipSync(readFileSync(new URL(`${version}/${name}`, HISTORY))).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T);
}

function writeLines(version: string, name: string, values: readonly object[]): void {
  const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
  writeFileSync(new URL(`${version}/${name}`, HISTORY), gzipSync(text, { level: 9 }));
}

/** The rows from which a recorded restart continues. Its command names the row alone. */
export function recordedPoint(origin: Origin, steps: readonly RecordedStep[]): RestorePoint {
  const point = new RestorePoint(origin);
  const rows = steps.flatMap(({ row }) => row ?? []);
  for (const { seq, at, events } of rows.slice(0, point.lastRow))
    point.add({ seq, at, events: events as readonly EngineEvent[] });
  return point;
}
