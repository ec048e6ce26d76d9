import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { deadLettersQuery } from '../../api/views.ts';
import './dead-letters.css';
import { pageTexts } from '../../texts/dead-letters.ts';

/** Link, if the instance has some. */
export function DeadLettersOfInstance({ instanceId }: { readonly instanceId: string }) {
  const { data } = useQuery(deadLettersQuery({ filters: `InstanceId==${instanceId}`, pageSize: 1 }));
  if (data === undefined || data.totalCount === 0) return null;
  return (
    <p role="note" className="letters-note">
      {pageTexts.ofInstance}{' '}
      <Anchor component={Link} to={`/dead-letters?instance=${instanceId}`}>
        {pageTexts.count(data.totalCount)}
      </Anchor>
    </p>
  );
}
