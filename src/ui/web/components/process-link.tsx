import { Anchor } from '@mantine/core';
import { Link } from 'react-router';

/** Process key as link to its instances. */
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
