import { Anchor } from '@mantine/core';
import { Link } from 'react-router';

/** Leads to the instances. */
export function ProcessLink({ processKey }: { readonly processKey: string }) {
  return (
    <Anchor
      component={Link}
      size="sm"
      className="process-cell any-text"
      to={`/process-instances/${encodeURIComponent(processKey)}`}
    >
      {processKey}
    </Anchor>
  );
}
