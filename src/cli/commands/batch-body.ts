import { readFileSync } from 'node:fs';
import { assigned } from './instance-changes.ts';
import { WrongArguments } from '../arguments.ts';
import type { BatchCall } from './batch.ts';

/** Checks rules that option declarations cannot express. Throws {@link WrongArguments}. */
export function checkOptions({ action, options }: BatchCall): void {
  if (action !== 'show' || options.items === true) return;
  if (options.filter !== undefined) throw new WrongArguments('--filter is for create, list and show --items');
  if (options.page !== undefined) throw new WrongArguments('--page is for list and show --items');
}

/** The body of a batch that is made. Throws {@link WrongArguments}, also for files that cannot be read. */
export function bodyOf(values: BatchCall['options']): Readonly<Record<string, unknown>> {
  const { operation, filter, 'ids-file': idsFile, rate, reason } = values;
  if (operation === undefined) throw new WrongArguments('create needs --operation');
  if ((filter === undefined) === (idsFile === undefined))
    throw new WrongArguments('create needs --filter or --ids-file, one of both');
  return {
    Operation: operation,
    ...(filter !== undefined && { Filters: filter.join(',') }),
    ...(values.set !== undefined && { Variables: assigned(values.set) }),
    ...(values.delete !== undefined && { Delete: values.delete }),
    ...(reason !== undefined && { Reason: reason }),
    ...(values.definition !== undefined && { DefinitionId: values.definition }),
    ...(values.timers !== undefined && { Timers: values.timers }),
    ...(values.subscriptions !== undefined && { Subscriptions: values.subscriptions }),
    ...(values['without-called'] === true && { CalledInstances: false }),
    ...(rate !== undefined && { ItemsPerSecond: Number(rate) }),
    ...(values['dry-run'] === true && { DryRun: true }),
    ...fromFiles(values),
  };
}

function fromFiles({ 'ids-file': ids, instructions, plan }: BatchCall['options']): object {
  return {
    ...(ids !== undefined && {
      Ids: readText(ids)
        .split(/\s+/)
        .filter((id) => id !== ''),
    }),
    ...(instructions !== undefined && { Instructions: readJson(instructions) }),
    ...(plan !== undefined && { Plan: readJson(plan) }),
  };
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new WrongArguments(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readText(file)) as unknown;
  } catch (error) {
    if (error instanceof WrongArguments) throw error;
    throw new WrongArguments(`${file} is not JSON: ${(error as Error).message}`);
  }
}
