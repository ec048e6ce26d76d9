import type { DecisionModel } from '../../engine/model.ts';
import type { FileFinding } from '../check-file.ts';
import type { ListedDecision } from '../decisions/listed-decisions.ts';
import type { DescribedElement } from '../description.ts';
import { READING } from '../reading.ts';
import type { ScriptResources } from '../script-resources.ts';
import type { Validation } from '../strict/standard-findings.ts';
import type { Warning } from '../warning.ts';
import { ProcessAssembly, type ReadProcess } from './model-items.ts';
import { lengthOf, type ReaderItem, type ReaderRequest } from './protocol.ts';
import { answerTo, type DeployOptions } from './read-file.ts';
import { ReaderEnded, type ReaderLimits, ReaderThreadLink } from './reader-thread-link.ts';

/** Longest file, with its scripts, that is read at once, by whoever asks: the thread would take longer to answer. Unit: characters. */
const SHORT = 32_768;
/** Longest time for one file; the largest take some seconds, and more on a machine that has other work. */
const TIMEOUT_MS = 300_000;
/** A thread that had nothing to do for so long ends, and gives its memory back. Unit: ms. */
const IDLE_MS = 30_000;
/** Texts that may wait for the thread in this process: three of the largest. Unit: characters. */
const MAX_WAITING = 33_554_432;

/** What a file is read with. */
export interface ModelReaderSettings {
  /** `Engine:MaxProcessesPerFile` */
  readonly maxProcesses: number;
  /** `Engine:ModelReaderMemoryMb` */
  readonly memoryMb: number;
}

/** What was found in a file that is deployed. The model of a process has what a deploy looks at, and no more. */
export type FileReading =
  | { readonly ok: false; readonly diagnostic: string }
  | {
      readonly ok: true;
      readonly processes: readonly ReadProcess[];
      readonly warnings: readonly Warning[];
      readonly hasDiagram: boolean;
    };

/** What is said about a file. */
export interface ReadReport {
  readonly findings: readonly FileFinding[];
  readonly elements: readonly DescribedElement[];
}

/** `file`: undefined when it is about all of them. */
export interface FindingInFile extends FileFinding {
  readonly file: string | undefined;
}

/** What a file is held against, and what is deployed with it. */
type Beside = Pick<DeployOptions, 'validation' | 'scripts'>;

interface Job {
  readonly request: ReaderRequest;
  readonly take: (item: ReaderItem) => void;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

const DEFAULTS: ModelReaderSettings = { maxProcesses: 5000, memoryMb: 1024 };

/**
 * Reads BPMN files without keeping the event loop from other work: short ones at once, others one after the other in a thread that has a
 * bound of memory and of time (ADR 0006). What it returns comes in parts. The thread starts when it is needed.
 */
export class ModelReader {
  readonly #settings: ModelReaderSettings;
  readonly #limits: ReaderLimits;
  readonly #maxWaiting: number;
  readonly #short: number;
  readonly #jobs: Job[] = [];
  #waiting = 0;
  #thread: ReaderThreadLink | undefined;
  #isBusy = false;
  #isClosed = false;
  #idle: NodeJS.Timeout | undefined;

  /** @param bounds of one file, unit: ms; of all that wait, and of what is read at once, unit: characters */
  constructor(
    settings: Partial<ModelReaderSettings> = {},
    bounds: { timeoutMs?: number; maxWaiting?: number; short?: number } = {},
  ) {
    const { timeoutMs = TIMEOUT_MS, maxWaiting = MAX_WAITING, short = SHORT } = bounds;
    this.#short = short;
    this.#settings = { ...DEFAULTS, ...settings };
    this.#limits = { memoryMb: this.#settings.memoryMb, timeoutMs };
    this.#maxWaiting = maxWaiting;
  }

  /** `Engine:MaxProcessesPerFile`; files that are deployed together have no more either */
  get maxProcesses(): number {
    return this.#settings.maxProcesses;
  }

  /** Whether a file of this many characters may wait for the thread; the first may, whatever its length. */
  hasPlaceFor(length: number): boolean {
    return length <= this.#short || this.#waiting === 0 || this.#waiting + length <= this.#maxWaiting;
  }

  /** Why a file cannot be deployed, as `Invalid BPMN: …` says it; undefined: it can. */
  async check(text: string, more: Beside = {}): Promise<string | undefined> {
    const reading = await this.#read({ kind: 'check', text, options: this.#optionsOf('auto', more) });
    return reading.ok ? undefined : reading.diagnostic;
  }

  /** What decisions and forms say that are deployed beside files: why they cannot be deployed, or warnings that belong to no process yet. */
  async checkBeside(
    scripts: ScriptResources,
  ): Promise<Exclude<FileReading, { ok: true }> | { ok: true; warnings: readonly Warning[] }> {
    return Object.keys(scripts).length === 0 ? { ok: true, warnings: [] } : this.#read({ kind: 'further', text: '', scripts });
  }

  /** The decisions among files that are deployed together, with what is to be said about the files. Never throws for any text. */
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

  /** A stored decision with all that it requires, by id; `size`: see `sizeOfModel`. Empty: it is not among the files. */
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

  /**
   * Everything that is to be said about a file, at most 1,000 findings, and what its elements do, at most 2,000. Never throws for any text.
   * @param describes false: no elements
   */
  async validate(text: string, validation: Validation, describes = false): Promise<ReadReport> {
    const findings: FileFinding[] = [];
    const elements: DescribedElement[] = [];
    const tooMuch = await this.#withinLimits({ kind: 'validate', text, validation, describes }, (item) => {
      if (item.kind === 'finding') findings.push(item.value);
      else if (item.kind === 'described') elements.push(item.value);
    });
    if (tooMuch !== undefined) return { findings: [{ severity: 'error', rule: 'executable', text: tooMuch }], elements: [] };
    return { findings, elements };
  }

  /** The same of files of decisions that are deployed together, each finding with the name of its file. Never throws for any text. */
  async validateDecisions(scripts: ScriptResources): Promise<readonly FindingInFile[]> {
    const findings: FindingInFile[] = [];
    const tooMuch = await this.#withinLimits({ kind: 'judge-decisions', text: '', scripts }, (item) => {
      if (item.kind === 'finding') findings.push({ ...item.value, file: item.file });
    });
    return tooMuch === undefined ? findings : [{ severity: 'error', rule: 'dmn-size', text: tooMuch, file: undefined }];
  }

  /** What a deploy of a file brings. `branchVariables`: how its processes will run. Never throws for any text. */
  readForDeploy(text: string, branchVariables: DeployOptions['branchVariables'], more: Beside = {}): Promise<FileReading> {
    return this.#read({ kind: 'deploy', text, options: this.#optionsOf(branchVariables, more) });
  }

  /** One process of a stored file, whole, as the release read it that it was deployed to; undefined: it cannot be read, or is not in the file. Throws when that takes too much by now. */
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

  /** Ends the thread; what waits for it is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    for (const job of this.#jobs.splice(0)) job.reject(new Error('the reader of models is closed'));
    await this.#discard();
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

  #optionsOf(branchVariables: DeployOptions['branchVariables'], more: Beside): DeployOptions {
    const { maxProcesses } = this.#settings;
    return { ...more, maxProcesses, branchVariables };
  }

  /** The answer to a request; a text: what it takes too much of. */
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
    if (lengthOf(request) <= this.#short) {
      for (const item of answerTo(request)) take(item);
      return Promise.resolve();
    }
    if (this.#isClosed) return Promise.reject(new Error('the reader of models is closed'));
    return new Promise((resolve, reject) => {
      const job = { request, take, resolve, reject };
      // instances wait for models; whoever deploys has more patience
      if (request.kind === 'model' || request.kind === 'decision') this.#jobs.unshift(job);
      else this.#jobs.push(job);
      this.#waiting += lengthOf(request);
      this.#work();
    });
  }

  #work(): void {
    if (this.#isBusy) return;
    const job = this.#jobs.shift();
    if (job === undefined) {
      this.#rest();
      return;
    }
    clearTimeout(this.#idle);
    this.#isBusy = true;
    this.#thread ??= new ReaderThreadLink(this.#limits);
    this.#thread
      .ask(job.request, job.take)
      .then(job.resolve, async (error: unknown) => {
        await this.#discard();
        job.reject(error);
      })
      .finally(() => {
        this.#waiting -= lengthOf(job.request);
        this.#isBusy = false;
        this.#work();
      });
  }

  #rest(): void {
    if (this.#thread === undefined) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#discard(), IDLE_MS);
    this.#idle.unref();
  }

  async #discard(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.close();
  }
}
