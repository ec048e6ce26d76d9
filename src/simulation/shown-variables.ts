import type { Variables } from '../engine/values.ts';
import { LIMITS } from './limits.ts';
import type { ShownVariables } from './protocol.ts';

/** Longest name that is shown. Unit: characters. */
const MAX_NAME = 256;
/** Maximum of names of omitted values. */
const MAX_CUT = 100;

/** Chooses what of variables is shown; all answers of one request share the room for it. */
export class VariableDisplay {
  private left: number = LIMITS.values;

  /** The variables without the values that are too long. */
  shown(variables: Variables): ShownVariables {
    const values: Record<string, unknown> = Object.create(null);
    const cut: string[] = [];
    for (const [name, value] of Object.entries(variables)) {
      const length = name.length > MAX_NAME ? Number.POSITIVE_INFINITY : name.length + JSON.stringify(value).length;
      if (length <= LIMITS.value && length <= this.left) {
        values[name] = value;
        this.left -= length;
      } else if (cut.length < MAX_CUT) cut.push(name.slice(0, MAX_NAME));
    }
    return { values, cut };
  }
}
