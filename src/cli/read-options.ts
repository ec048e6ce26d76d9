import { type ParseArgsConfig, parseArgs } from 'node:util';
import { WrongArguments } from './wrong-arguments.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** The values of options as they were given; none of them is required. */
export type GivenOptions<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/** What stands behind a verb. Throws {@link WrongArguments}. */
export function readOptions<const C extends Omit<ParseArgsConfig, 'args'>>(
  args: readonly string[],
  config: C,
): ReturnType<typeof parseArgs<C>> {
  try {
    return parseArgs({ ...config, args: [...args] }) as ReturnType<typeof parseArgs<C>>;
  } catch (error) {
    throw new WrongArguments((error as Error).message);
  }
}
