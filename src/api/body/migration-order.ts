import type { CommandOf } from '../../messages/commands.ts';
import { isBlank } from '../../requests/business-id.ts';
import { accepted, type ParsedText, refused, repeated } from '../../requests/parsed-text.ts';

type Order = CommandOf<'MigrateInstance'>['plan'];
type Pair = Order['pairs'][number];

const MOST = 10_000;

/** Migration of a request, before its pairs are checked. */
interface Given {
  readonly Plan?: readonly object[] | undefined;
  readonly Timers?: string | undefined;
  readonly Subscriptions?: string | undefined;
}

/** Reads the migration of a request; a fault names the member (docs/contributing/spec/moving-to-a-version.md#request). */
export function readMigrationOrder({ Plan = [], Timers, Subscriptions }: Given): ParsedText<Order> {
  if (Plan.length > MOST) return refused(`Plan must have at most ${MOST} items.`);
  const pairs: Pair[] = [];
  for (const [index, item] of Plan.entries()) {
    const pair = readPair(item as Readonly<Record<string, unknown>>, `Plan[${index}]`);
    if (!pair.ok) return pair;
    pairs.push(pair.value);
  }
  const timers = readChoice('Timers', Timers);
  if (!timers.ok) return timers;
  const subscriptions = readChoice('Subscriptions', Subscriptions);
  if (!subscriptions.ok) return subscriptions;
  return accepted({ pairs, timers: timers.value, subscriptions: subscriptions.value });
}

function readPair(item: Readonly<Record<string, unknown>>, at: string): ParsedText<Pair> {
  const stranger = Object.keys(item).find((name) => name !== 'from' && name !== 'to');
  if (stranger !== undefined) return refused(`${at} has no member '${repeated(stranger)}'.`);
  const [from, to] = [item['from'], item['to']];
  if (typeof from !== 'string' || isBlank(from)) return refused(`${at}.from must be a string that is not blank.`);
  if (typeof to !== 'string' || isBlank(to)) return refused(`${at}.to must be a string that is not blank.`);
  return accepted({ from, to });
}

function readChoice(name: string, given: string | undefined): ParsedText<Order['timers']> {
  if (given === undefined || given === 'keep') return accepted('keep');
  return given === 'renew' ? accepted('renew') : refused(`${name} must be keep or renew.`);
}
