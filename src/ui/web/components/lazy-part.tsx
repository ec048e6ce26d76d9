import { Alert, Anchor } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { texts } from '../texts/texts.ts';
import { Busy } from './busy.tsx';
import { loadPart } from './load-part.ts';

/** Loads the code when the component is first shown. Shows loading and error states. `Waiting`: keeps its space until then. */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>, Waiting?: ComponentType<P>): ComponentType<P> {
  const Part = lazy(async () => ({ default: await loadPart(load).catch((): ComponentType<P> => PartNote) }));
  return (props) => (
    <Suspense fallback={Waiting === undefined ? <Busy /> : <Waiting {...props} />}>
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
