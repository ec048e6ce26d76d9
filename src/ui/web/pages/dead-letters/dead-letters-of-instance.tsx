import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { deadLettersQuery } from '../../api/views.ts';
import './dead-letters.css';

/** Leads to the dead letters of an instance, where there are some. */
export function DeadLettersOfInstance({ instanceId }: { readonly instanceId: string }) {
  const { data } = useQuery(deadLettersQuery({ filters: `InstanceId==${instanceId}`, pageSize: 1 }));
  if (data === undefined || data.totalCount === 0) return null;
  return (
    <p role="note" className="letters-note">
      Something about this instance was given up, and it may wait for that.{' '}
      <Anchor component={Link} to={`/dead-letters?instance=${instanceId}`}>
        {data.totalCount === 1 ? '1 dead letter' : `${data.totalCount} dead letters`}
      </Anchor>
    </p>
  );
}
