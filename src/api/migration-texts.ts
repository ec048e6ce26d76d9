import type { CommandRejection } from '../messages/commands.ts';
import { entityId } from '../platform/ids.ts';
import { repeated } from '../requests/parsed-text.ts';

type Refused = Extract<CommandRejection, { readonly code: 'MIGRATION_REFUSED' }>;

/** Text of migration conflicts, one per activity instance (docs/contributing/spec/moving-to-a-version.md#refused). */
export function refusedMigration({ instanceId, faults, count }: Refused): string {
  const reasons = faults.map(({ entry, element, reason }) => {
    const of = entry === null ? '' : ` (${entityId(instanceId, entry)})`;
    return `'${repeated(element)}'${of}: ${repeated(reason)}`;
  });
  const rest = count > faults.length ? `; and ${count - faults.length} more` : '';
  return `The instance cannot continue in the other version. ${reasons.join('; ')}${rest}.`;
}
