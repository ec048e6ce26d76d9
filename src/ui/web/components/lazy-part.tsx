import { Alert, Anchor } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { Busy } from './busy.tsx';
import { loadPart } from './load-part.ts';

/** A component whose code is loaded when it is first shown; while it comes the page says so, and when it does not come too. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await loadPart(load).catch((): ComponentType<P> => PartNote) }));
  return (props) => (
    <Suspense fallback={<Busy />}>
      <Part {...props} />
    </Suspense>
  );
}

function PartNote() {
  return (
    <Alert color="red" role="alert" className="plain-messages">
      This part of the page could not be loaded. <Anchor href={location.href}>Load the page again</Anchor>
    </Alert>
  );
}
