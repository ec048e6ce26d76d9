import { Alert, Button, Group } from '@mantine/core';
import { Loading } from '../../../components/loading.tsx';
import { decisionsTexts } from '../../../texts/decisions.ts';
import type { DrawingPhase } from './use-drawing.ts';

const words = decisionsTexts.one;

/** Placeholder of a missing drawing. */
export function DrawingNote({ phase, onAgain }: { readonly phase: DrawingPhase; readonly onAgain: () => void }) {
  if (phase.name === 'drawn') return null;
  if (phase.name === 'loading') return <Loading />;
  return (
    <Alert color="yellow" variant="light" role="alert" m="xs">
      <Group justify="space-between">
        {phase.name === 'impossible' ? `${words.notDrawn} ${phase.reason}` : words.missing}
        {phase.name === 'missing' && (
          <Button size="xs" variant="default" onClick={onAgain}>
            {words.tryAgain}
          </Button>
        )}
      </Group>
    </Alert>
  );
}
