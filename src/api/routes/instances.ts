import type { ReadDatabase } from '../../queries/read-database.ts';
import { createMemberReader } from '../body/members.ts';
import type { CommandRunner } from '../commands.ts';
import { BODY_LIMIT, type Endpoint } from '../endpoint.ts';
import { cancelInstanceRequest } from '../schemas/requests.ts';
import { stateRoute } from './instance-state.ts';

const readCancel = createMemberReader(cancelInstanceRequest);

/** /Instances (docs/spec/http/instances.md). */
export function instanceRoutes(run: CommandRunner, db: ReadDatabase, maxStateEntries: number): readonly Endpoint[] {
  return [
    stateRoute(db, maxStateEntries),
    {
      method: 'POST',
      pattern: '/Instances/{instanceId}/cancel',
      bodyUse: 'json',
      bodyLimit: BODY_LIMIT,
      async handle(request) {
        const read = readCancel(request.body, request.path);
        if (!read.ok) return read.answer;
        const [instanceId = ''] = request.params;
        const { reason = 'Cancelled by operator' } = read.members;
        return run(request, { kind: 'CancelInstance', instanceId, reason });
      },
    },
  ];
}
