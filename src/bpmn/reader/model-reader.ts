import type { DecisionModel } from '../../engine/model.ts';
import type { FileFinding } from '../check-file.ts';
import type { ListedDecision } from '../decisions/listed-decisions.ts';
import type { DescribedElement } from '../description/description.ts';
import type { Warning } from '../finding.ts';
import { READING, type ScriptResources } from '../reading.ts';
import type { Validation } from '../strict/standard-findings.ts';
import { ProcessAssembly, type ReadProcess } from './model-items.ts';
import { type DeployOptions, lengthOf, type ReaderItem, type ReaderRequest } from './protocol.ts';
import { responseItems } from './read-file.ts';
import { ReaderQueue } from './reader-queue.ts';
import { ReaderEnded, type ReaderLimits } from './reader-thread-link.ts';

/** Longest file with scripts that is parsed synchronously, because the transfer to the thread takes longer. Characters. */
const SHORT = 32_768;
/** Longest file with scripts that is read in less than about a second. Longer ones do not delay it. Characters. */
const MEDIUM = 262_144;
/** Timeout per file. The largest take seconds, more on a busy machine. */
const TIMEOUT_MS = 300_000;
/** Queued text: three of the largest files. Characters. */
const MAX_WAITING = 33_554_432;

export interface ModelReaderSettings {
  /** `Engine:MaxProcessesPerFile` */
  readonly maxProcesses: number;
  /** `Engine:ModelReaderMemoryMb` */
  readonly memoryMb: number;
}

/** Models contain only the parts that a deployment uses. */
export type FileReading =
  | { readonly ok: false; readonly diagnostic: string }
  | {
      readonly ok: true;
      readonly processes: readonly ReadProcess[];
      readonly warnings: readonly Warning[];
      readonly hasDiagram: boolean;
    };

export interface ReadReport {
  readonly findings: readonly FileFinding[];
  readonly elements: readonly DescribedElement[];
}

/** `file`: undefined if about all files. */
export interface FindingInFile extends FileFinding {
  readonly file: string | undefined;
}

type DeploymentContext = Pick<DeployOptions, 'validation' | 'scripts'>;

const DEFAULTS: ModelReaderSettings = { maxProcesses: 5000, memoryMb: 1024 };

/**
 * Parses without blocking the event loop: short files synchronously, others in worker threads with limits for memory and time (ADR 0006). Results are
 * transferred in parts. One thread reads medium files, one large files that arrive, and one large files that are deployed: other clients and running
 * instances do not wait for a large deployment.
 */
export class ModelReader {
  readonly #settings: ModelReaderSettings;
  readonly #limits: ReaderLimits;
  readonly #maxWaiting: number;
  readonly #short: number;
  readonly #queues: Readonly<Record<'medium' | 'arriving' | 'deployed', ReaderQueue>>;

  /** @param bounds ms per file; limits for queued and for synchronously parsed text in characters */
  constructor(
    settings: Partial<ModelReaderSettings> = {},
    bounds: { timeoutMs?: number; maxWaiting?: number; short?: number } = {},
  ) {
    const { timeoutMs = TIMEOUT_MS, maxWaiting = MAX_WAITING, short = SHORT } = bounds;
    this.#short = short;
    this.#settings = { ...DEFAULTS, ...settings };
    this.#limits = { memoryMb: this.#settings.memoryMb, timeoutMs };
    this.#maxWaiting = maxWaiting;
    const queue = () => new ReaderQueue(this.#limits);
    this.#queues = { medium: queue(), arriving: queue(), deployed: queue() };
  }

  /** Limits also all files of a deployment together. */
  get maxProcesses(): number {
    return this.#settings.maxProcesses;
  }

  /** True if it fits; an empty queue takes any file. */
  hasPlaceFor(length: number): boolean {
    const waiting = Object.values(this.#queues).reduce((sum, queue) => sum + queue.waiting, 0);
    return length <= this.#short || waiting === 0 || waiting + length <= this.#maxWaiting;
  }

  /** Error text after `Invalid BPMN: `, or undefined if valid. */
  async check(text: string, more: DeploymentContext = {}): Promise<string | undefined> {
    const reading = await this.#read({ kind: 'check', text, options: this.#optionsOf('auto', more) });
    return reading.ok ? undefined : reading.diagnostic;
  }

  /** Checks decision and form files. Warnings have no process. */
  async checkResources(
    scripts: ScriptResources,
  ): Promise<Exclude<FileReading, { ok: true }> | { ok: true; warnings: readonly Warning[] }> {
    return Object.keys(scripts).length === 0 ? { ok: true, warnings: [] } : this.#read({ kind: 'resources', text: '', scripts });
  }

  /** Never throws for invalid text. */
  async readDecisions(
    scripts: ScriptResources,
  ): Promise<
    | Exclude<FileReading, { ok: true }>
    | { readonly ok: true; readonly decisions: readonly ListedDecision[]; readonly warnings: readonly string[] }
  > {
    const decisions: ListedDecision[] = [];
    let warnings: readonly string[] = [];
    let diagnostic: string | undefined;
    const tooMuch = await this.#withinLimits({ kind: 'decisions', text: '', scripts }, (item) => {
      if (item.kind === 'listed') decisions.push(item.value);
      else if (item.kind === 'refused') diagnostic = item.diagnostic;
      else if (item.kind === 'accepted') warnings = item.warnings.map(({ text }) => text);
    });
    const fault = tooMuch ?? diagnostic;
    return fault === undefined ? { ok: true, decisions, warnings } : { ok: false, diagnostic: fault };
  }

  /** Includes all required decisions; empty if it is not found. `size`: see `sizeOfModel`. Rejects with `ReaderEnded` at a limit. */
  async readDecision(
    scripts: ScriptResources,
    key: string,
    reading: number,
  ): Promise<{ readonly decisions: Readonly<Record<string, DecisionModel>>; readonly size: number }> {
    const decisions: Record<string, DecisionModel> = Object.create(null);
    let size = 0;
    await this.#answer({ kind: 'decision', text: '', scripts, key, reading }, (item) => {
      if (item.kind !== 'decision') return;
      decisions[item.value.id] = item.value;
      size += item.size;
    });
    return { decisions, size };
  }

  /** Reports at most 1,000 findings and describes 2,000 elements. Never throws for invalid text. `scripts`: deployed with the file. */
  async validate(text: string, validation: Validation, describes = false, scripts: ScriptResources = {}): Promise<ReadReport> {
    const findings: FileFinding[] = [];
    const elements: DescribedElement[] = [];
    const tooMuch = await this.#withinLimits({ kind: 'validate', text, validation, describes, scripts }, (item) => {
      if (item.kind === 'finding') findings.push(item.value);
      else if (item.kind === 'described') elements.push(item.value);
    });
    if (tooMuch !== undefined) return { findings: [{ severity: 'error', rule: 'executable', text: tooMuch }], elements: [] };
    return { findings, elements };
  }

  /** Never throws for invalid text. */
  async validateDecisions(scripts: ScriptResources): Promise<readonly FindingInFile[]> {
    const findings: FindingInFile[] = [];
    const tooMuch = await this.#withinLimits({ kind: 'validate-decisions', text: '', scripts }, (item) => {
      if (item.kind === 'finding') findings.push({ ...item.value, file: item.file });
    });
    return tooMuch === undefined ? findings : [{ severity: 'error', rule: 'dmn-size', text: tooMuch, file: undefined }];
  }

  /** `branchVariables`: the mode its processes will use. Never throws for invalid text. */
  readForDeploy(
    text: string,
    branchVariables: DeployOptions['branchVariables'],
    more: DeploymentContext = {},
  ): Promise<FileReading> {
    return this.#read({ kind: 'deploy', text, options: this.#optionsOf(branchVariables, more) });
  }

  /**
   * Complete model of a stored file, by the rules of the release it was deployed to. Undefined if invalid or not in the file. Throws above the current
   * limits.
   */
  async readModel(
    text: string,
    key: string,
    scripts: ScriptResources = {},
    reading: number = READING,
  ): Promise<ReadProcess | undefined> {
    const assembly = new ProcessAssembly();
    try {
      await this.#answer({ kind: 'model', text, key, scripts, reading }, (item) => assembly.add(item));
    } catch (error) {
      if (!(error instanceof ReaderEnded) || error.reason === 'fault') throw error;
      throw new Error(`process '${key}': ${this.#tooMuch(error.reason)}`);
    }
    return assembly.end()[0];
  }

  /** Rejects queued requests. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#queues).map((queue) => queue.close()));
  }

  async #read(request: ReaderRequest): Promise<FileReading> {
    const assembly = new ProcessAssembly();
    let accepted: Extract<ReaderItem, { kind: 'accepted' }> | undefined;
    let diagnostic = 'the model cannot be deployed';
    const tooMuch = await this.#withinLimits(request, (item) => {
      if (item.kind === 'refused') diagnostic = item.diagnostic;
      else if (item.kind === 'accepted') accepted = item;
      else assembly.add(item);
    });
    if (tooMuch !== undefined) return { ok: false, diagnostic: tooMuch };
    if (accepted === undefined) return { ok: false, diagnostic };
    const { warnings, hasDiagram } = accepted;
    return { ok: true, processes: assembly.end(), warnings, hasDiagram };
  }

  #optionsOf(branchVariables: DeployOptions['branchVariables'], more: DeploymentContext): DeployOptions {
    const { maxProcesses } = this.#settings;
    return { ...more, maxProcesses, branchVariables };
  }

  /** Returns an error text at a limit. */
  async #withinLimits(request: ReaderRequest, take: (item: ReaderItem) => void): Promise<string | undefined> {
    try {
      await this.#answer(request, take);
      return undefined;
    } catch (error) {
      if (!(error instanceof ReaderEnded) || error.reason === 'fault') throw error;
      return this.#tooMuch(error.reason);
    }
  }

  #tooMuch(reason: 'memory' | 'time'): string {
    const { memoryMb, timeoutMs } = this.#limits;
    return reason === 'memory'
      ? `the file takes more than ${memoryMb} MB of memory to read (Engine:ModelReaderMemoryMb)`
      : `the file takes more than ${timeoutMs / 1000} seconds to read`;
  }

  #answer(request: ReaderRequest, take: (item: ReaderItem) => void): Promise<void> {
    const length = lengthOf(request);
    if (length <= this.#short) {
      for (const item of responseItems(request)) take(item);
      return Promise.resolve();
    }
    const { medium, arriving, deployed } = this.#queues;
    const isDeployed = request.kind === 'model' || request.kind === 'decision';
    return (length <= MEDIUM ? medium : isDeployed ? deployed : arriving).answer(request, take);
  }
}
