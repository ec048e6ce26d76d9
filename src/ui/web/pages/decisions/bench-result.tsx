import { Stack, Text } from '@mantine/core';
import type { DecisionOnTheWay, Evaluated } from '../../api/decisions.ts';
import { JsonValue } from '../../components/json-value.tsx';
import { decisionsTexts } from '../../texts/decisions.ts';
import { DecisionName, type Shows } from './decision-name.tsx';

const words = decisionsTexts.bench;

/** Results of a decision and each that it requires. */
export function BenchResult(props: { readonly made: Evaluated; readonly isStale: boolean } & Shows) {
  const { made, isStale, onShow, canShow } = props;
  const required = made.Decisions.slice(0, -1).reverse();
  const last = made.Decisions.at(-1);
  return (
    <Stack gap="xs" className={isStale ? 'bench-result is-stale' : 'bench-result'}>
      {isStale && (
        <Text size="sm" c="dimmed">
          {words.stale}
        </Text>
      )}
      <div className="bench-made">
        <strong>{words.result}</strong>
        <JsonValue value={made.Result} name={words.result} />
        {last !== undefined && <RuleLine made={last} />}
        {!isStale && made.Decisions.some(({ Tables }) => Tables.length > 0) && (
          <Text size="xs" c="dimmed">
            {words.cells}
          </Text>
        )}
      </div>
      {required.length > 0 && (
        <section aria-label={words.required}>
          <Text size="sm" fw={600}>
            {words.required}
          </Text>
          {required.map((one, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a decision can be made more than once
            <div key={`${index} ${one.DecisionKey}`} className="bench-made">
              <DecisionName id={one.DecisionKey} name={one.Name} onShow={onShow} canShow={canShow} />
              <JsonValue value={one.Result} name={one.Name} />
              <RuleLine made={one} />
            </div>
          ))}
        </section>
      )}
    </Stack>
  );
}

function RuleLine({ made }: { readonly made: DecisionOnTheWay }) {
  return made.Tables.map(({ Rules }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tables of one result
    <Text key={index} size="sm" className={Rules.length > 0 ? 'bench-hit' : ''}>
      {Rules.length > 0 ? '✓ ' : ''}
      {words.rules(Rules.map(({ Number: number }) => number))}
    </Text>
  ));
}
