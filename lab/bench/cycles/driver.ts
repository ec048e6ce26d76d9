import { type Latencies, latenciesOf, serveLoad } from '../driver-process.ts';
import { OPERATON_CONVERSATIONS } from '../peers/operaton/conversations.ts';
import { Connection } from './connection.ts';
import { CONVERSATIONS, type Conversation } from './conversations.ts';

/** The load driver of cycles, its own process: keeps a number of connections busy with one conversation each. */
export interface CycleLoad {
  readonly url: string;
  readonly scenario: string;
  readonly connections: number;
  readonly seconds: number;
  /**
   * cycles per second that arrive whether the service keeps up or not; each waits for a free connection, and its time counts from its arrival. Absent: a
   * connection begins the next cycle when the last one has ended
   */
  readonly rate?: number;
}

export interface CycleResult extends Latencies {
  readonly cycles: number;
  readonly errors: number;
  /** first of them, for people */
  readonly firstError: string | null;
  readonly seconds: number;
}

interface Running {
  readonly load: CycleLoad;
  readonly conversation: Conversation;
  readonly began: number;
  readonly latencies: number[];
  readonly failures: string[];
  begun: number;
}

serveLoad(run);

async function run(load: CycleLoad): Promise<CycleResult> {
  const conversation = CONVERSATIONS[load.scenario] ?? OPERATON_CONVERSATIONS[load.scenario];
  if (conversation === undefined) throw new Error(`there is no scenario '${load.scenario}'`);
  const running: Running = { load, conversation, began: performance.now(), latencies: [], failures: [], begun: 0 };
  await Promise.all(Array.from({ length: load.connections }, (_, nth) => keepBusy(running, `user-${nth}`)));
  const seconds = (performance.now() - running.began) / 1000;
  const { latencies, failures } = running;
  return {
    cycles: latencies.length,
    errors: failures.length,
    firstError: failures[0] ?? null,
    seconds,
    ...latenciesOf(latencies),
  };
}

async function keepBusy(running: Running, who: string): Promise<void> {
  const { load, conversation, began, latencies, failures } = running;
  const until = began + load.seconds * 1000;
  let connection = await Connection.open(load.url);
  for (;;) {
    const nth = running.begun;
    const arrivesAt = load.rate === undefined ? performance.now() : began + (nth / load.rate) * 1000;
    if (arrivesAt >= until || performance.now() >= until) break;
    running.begun += 1;
    const early = arrivesAt - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    try {
      await conversation(connection, `${Math.trunc(began)}-${process.pid}-${nth}`, who);
      latencies.push(performance.now() - arrivesAt);
    } catch (error) {
      failures.push((error as Error).message);
      connection.close();
      connection = await Connection.open(load.url);
    }
  }
  connection.close();
}
