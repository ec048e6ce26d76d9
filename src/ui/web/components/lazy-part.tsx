import { Alert, Anchor } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { texts } from '../texts/texts.ts';
import { Busy } from './busy.tsx';
import { loadPart } from './load-part.ts';

/** Returns a component whose code is loaded when it is first shown. It shows a loading state and an error state. */
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
      {texts.shared.partMissing} <Anchor href={location.href}>{texts.shared.loadAgain}</Anchor>
    </Alert>
  );
}
