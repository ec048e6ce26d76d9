import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { modelerTexts } from '../../../texts/modeler.ts';
import { ActForm } from './act-form.tsx';
import type { ShownInstance, SimulatedAct } from './simulate.ts';

const texts = modelerTexts.simulation;

/** Variables, with a form to change them while the instance runs. */
export function SimulatedVariables(props: {
  readonly instance: ShownInstance;
  /** number in the simulation, from 0 */
  readonly number: number;
  /** the only instance: the title omits its number */
  readonly isOnly: boolean;
  readonly isBusy: boolean;
  readonly onAct: (act: SimulatedAct) => void;
}) {
  const { instance, number, isOnly, isBusy, onAct } = props;
  const [isAsked, setAsked] = useState(false);
  const title = isOnly ? texts.variables : texts.variablesOf(instance.ProcessDefinitionKey, number + 1);
  return (
    <details className="simulation-part" open>
      <summary>{title}</summary>
      <Values shown={instance} />
      {instance.Scopes.map((scope, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an element may have several scopes
        <div key={`${scope.Element} ${index}`}>
          <Text size="sm" fw={600}>
            {texts.variablesAt(scope.Element)}
          </Text>
          <Values shown={scope} />
        </div>
      ))}
      {instance.Status === 'Running' &&
        (isAsked ? (
          <ActForm
            act={texts.set}
            what={title}
            asksFor="variables"
            suggested={{}}
            isBusy={isBusy}
            onDone={({ variables }) => {
              setAsked(false);
              onAct({ kind: 'set', name: '', index: number, variables });
            }}
            onCancel={() => setAsked(false)}
          />
        ) : (
          <Button size="compact-sm" variant="default" aria-label={texts.of(texts.set, title)} onClick={() => setAsked(true)}>
            {texts.set}
          </Button>
        ))}
    </details>
  );
}

function Values({ shown }: { readonly shown: Pick<ShownInstance, 'Variables' | 'NotShown'> }) {
  const values = Object.entries(shown.Variables);
  return (
    <>
      {values.length === 0 && shown.NotShown === undefined && (
        <Text size="sm" c="dimmed">
          {texts.noVariables}
        </Text>
      )}
      {values.length > 0 && (
        <dl className="simulation-facts">
          {values.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {shown.NotShown !== undefined && <Text size="sm">{texts.notShown(shown.NotShown.join(', '))}</Text>}
    </>
  );
}
