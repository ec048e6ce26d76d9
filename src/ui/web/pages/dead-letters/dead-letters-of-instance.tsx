import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import './dead-letters.css';
import { pageTexts } from '../../texts/dead-letters.ts';

/** Link to the dead letters of an instance that has some. */
export function DeadLettersOfInstance({ instanceId, count }: { readonly instanceId: string; readonly count: number }) {
  return (
    <p role="note" className="letters-note">
      {pageTexts.ofInstance}{' '}
      <Anchor component={Link} to={`/dead-letters?instance=${instanceId}`}>
        {pageTexts.count(count)}
      </Anchor>
    </p>
  );
}
